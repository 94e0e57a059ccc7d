// A part that has no drawing: its text. Its moves are in the list below the board.
import {h} from './preact.js';

export const text = (slot, here) => h('div', {class: 'as-text'}, (here.length ? here : [slot.ended ?? {part: slot.first}]).map(({part}) => h('code', {key: part.position}, part.position)));
