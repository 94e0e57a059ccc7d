// Play: a game against the machine, with hints and reasons. The moves made are part of the state, so that a link shows
// the game as it stands, and undo is a shorter list.
import {h, field, choice, sentence} from './dom.js';
import {drawn} from './boards.js';
import {ask as askEngine} from './engine.js';
import {state, keep} from './state.js';
import {answerPlace, corrected, gameChoice} from './show.js';
import {t} from './texts.js';

const kErrs = 0.3;  // of the machine's moves, when it errs now and then

export function playView(root) {
  const place = answerPlace();
  let hints = 0;
  let said = [];
  let keys = {};
  let fair = false;  // whoever would lose begins as the machine
  const sum = h('input', {id: 'sum', value: state.sum, spellcheck: 'false', autocomplete: 'off'});
  const begin = (example = false) => {
    Object.assign(state, {sum: sum.value, made: [], you: 0});
    fair = example;
    said = [];
    now();
  };
  sum.addEventListener('keydown', event => event.key === 'Enter' && begin());

  // A game without values is not played here, but who wins it can be told.
  const whoWins = error => error.kind !== 'declined' ? null : askEngine('solve', {rules: state.rules, sum: state.sum, play: state.play}).then(
    answer => h('pre', {class: 'statement'}, answer.explanation), () => null);
  const ask = (show, onFix) => place.asking('match', {sum: state.sum, play: state.play, made: state.made}, show, onFix, whoWins);
  const fixSum = one => {
    if (one.source !== 'sum') return;
    sum.value = corrected(sum.value, one);
    begin();
  };
  const yours = () => state.made.length % 2 === state.you;
  const describe = (game, move) => `${game.parts[move.part].position} → ${move.to}` + (move.how ? ` (${move.how})` : '');

  /** Once for each game shown: a second click on the same board does nothing. */
  function make(game, move, mine) {
    if (game.moved) return;
    game.moved = true;
    said = mine ? [t('youMoved', describe(game, move))] : [...said, t('machineMoved', describe(game, move))];
    state.made.push({part: move.part, to: move.to});
    hints = 0;
    now();
  }

  function machineMove(game) {
    const any = () => game.moves[Math.floor(Math.random() * game.moves.length)];
    const errs = state.strength === 'random' || state.strength === 'errs' && Math.random() < kErrs;
    make(game, errs && game.moves.length || !game.advice ? any() : game.advice.move, false);
  }

  function now() {
    keep();
    return ask(game => {
      if (fair && game.advice?.outcome === 'P') state.you = 1;
      fair = false;
      if (!game.over && !yours()) {
        setTimeout(() => machineMove(game), 0);
        return h('p', {}, t('thinking'));
      }
      return shown(game);
    }, fixSum);
  }

  function hintText(game) {
    const {advice} = game;
    if (!advice) return [h('p', {}, game.no_advice)];
    const first = advice.wins ? t('canWin') : advice.outcome === 'D' ? t('canDraw') : t('canNotWin');
    return [h('p', {}, first), hints > 1 && advice.where && h('p', {}, sentence(advice.where)),
      hints > 2 && h('p', {class: 'best'}, describe(game, advice.move)),
      h('details', {}, h('summary', {}, t('why')), h('p', {}, sentence(advice.why)))];
  }

  function shown(game) {
    const list = h('ul', {class: 'moves'});
    const narrowed = h('p', {class: 'narrowed'});
    const show = moves => {
      narrowed.textContent = moves.length < game.moves.length ? t('chosen', moves.length) : '';
      list.replaceChildren(...moves.slice(0, 200).map(move => h('li', {},
        h('button', {class: 'quiet', onclick: () => make(game, move, true)}, describe(game, move)))));
    };
    const choose = moves => {
      if (moves.length === 1) return make(game, moves[0], true);
      show(moves);
      list.parentElement.open = true;
    };
    show(game.moves);
    const hintPlace = h('div', {class: 'hint'}, hints ? hintText(game) : []);
    const hint = () => {
      hints = Math.min(3, hints + 1);
      hintPlace.replaceChildren(...hintText(game).filter(Boolean));
    };
    const undo = () => {
      if (!state.made.length) return;
      do state.made.pop(); while (state.made.length && !yours());
      if (!yours()) state.you = state.made.length % 2;
      said = [];
      hints = 0;
      now();
    };
    const typed = h('input', {'aria-label': t('yourMove'), placeholder: t('yourMove'), spellcheck: 'false', autocomplete: 'off'});
    const wrong = answerPlace();
    const typedMove = () => wrong.asking('match', {sum: state.sum, play: state.play, made: [...state.made, typed.value]}, () => {
      said = [t('youMoved', typed.value)];
      state.made.push(typed.value);
      hints = 0;
      now();
      return null;
    });
    typed.addEventListener('keydown', event => event.key === 'Enter' && typedMove());
    const youWin = game.over && (game.winner === 'first') === (state.you === 0);
    keys = {h: game.over ? null : hint, u: undo};
    if (said.length) setTimeout(() => {  // the stone that was chosen is gone, and with it the focus
      if (document.activeElement === document.body) root.querySelector('.parts button:not(:disabled)')?.focus();
    }, 0);
    const parts = h('div', {class: 'parts'}, game.parts.map((part, i) => h('section', {class: 'part'},
      h('h2', {}, state.guess ? t('position') + ' ' + (i + 1) : part.position),
      drawn(part.position, game.moves.filter(move => move.part === i), choose))));
    const clickable = parts.querySelector('button:not(:disabled), [role=button]') !== null;
    return [
      h('div', {class: 'said', role: 'status'}, said.map(one => h('p', {}, one)),
        h('p', {class: game.over ? 'end' : ''}, game.over ? t(youWin ? 'youWin' : 'youLose') : t('yourTurn'))),
      parts,
      h('div', {class: 'buttons'},
        !game.over && h('button', {onclick: hint}, t('hint')),
        h('button', {onclick: undo, disabled: !state.made.length}, t('undo')),
        !game.over && !state.made.length && h('button', {onclick: () => { state.you = 1; now(); }}, t('machineBegins')),
        !game.over && game.advice?.outcome === 'D' && h('button', {onclick: () => {
          place.element.replaceChildren(h('p', {class: 'end'}, t('draw')));
        }}, t('drawAgreed'))),
      hintPlace,
      !game.over && h('div', {class: 'typed'}, typed, h('button', {onclick: typedMove}, t('move'))), wrong.element,
      !game.over && h('details', {hidden: state.guess, open: !clickable}, h('summary', {}, t('moves', game.moves.length + (game.all ? '' : '+'))), narrowed, list,
        game.moves_in_words && h('p', {}, t('more', game.moves_in_words))),
    ];
  }

  root.append(h('div', {class: 'controls'},
    field(t('position'), sum), h('button', {class: 'main', onclick: () => begin()}, t('newGame')),
    gameChoice(game => game.example, example => {
      sum.value = example;
      begin(true);
    }),
    field(t('playKind'), choice([['normal', t('normal')], ['misere', t('misere')]], state.play, value => {
      state.play = value;
      begin();
    })),
    field(t('strength'), choice([['perfect', t('perfect')], ['errs', t('errs')], ['random', t('random')]], state.strength, value => {
      state.strength = value;
      keep();
    })),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: state.guess, onchange: event => {
      state.guess = event.target.checked;
      now();
    }}), t('guess'))), place.element);
  const onKey = event => {
    if (event.target.matches('input, textarea, select') || event.ctrlKey || event.altKey || event.metaKey) return;
    keys[event.key]?.();
  };
  addEventListener('keydown', onKey);
  now();
  return () => {
    place.stop();
    removeEventListener('keydown', onKey);
  };
}
