// Law: what holds for all positions, as mathematics, with its proof step by step, its certificate, and its automaton.
import {h, s, choice, field, fromXml, save, sentence} from './dom.js';
import {state, keep} from './state.js';
import {answerPlace, corrected, gameChoice, gameOf} from './show.js';
import {t} from './texts.js';

const kMostStates = 40;
const kAround = 85;  // units about the circle of states, for their loops

/** The states on a circle, an arrow for each pair with the digits that lead along it. */
function automaton(law) {
  const states = law.states;
  if (!states || states.length > kMostStates) return null;
  // From a dead state nothing that accepts is reached; it and its arrows are left out.
  const accepting = new Set(law.accepting);
  const alive = new Set(accepting);
  for (let grew = true; grew;) {
    grew = false;
    states.forEach((row, i) => {
      if (!alive.has(i) && row.some(to => alive.has(to))) grew = Boolean(alive.add(i));
    });
  }
  const order = [...states.keys()].filter(i => alive.has(i));
  const number = new Map(order.map((state, i) => [state, i + 1]));
  const radius = 60 + 16 * order.length, size = 2 * radius + 2 * kAround, middle = size / 2;
  const place = i => {
    const angle = 2 * Math.PI * order.indexOf(i) / order.length - Math.PI / 2;
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
  };
  const digits = letter => {
    const tracks = Math.max(1, Math.round(Math.log(states[0].length) / Math.log(law.digits)));
    return Array.from({length: tracks}, (_, i) => Math.floor(letter / law.digits ** i) % law.digits).join('');
  };
  const arrows = [];
  for (const from of order) {
    for (const to of order) {
      const label = states[from].map((target, letter) => target === to ? digits(letter) : '').filter(Boolean).join(', ');
      if (!label) continue;
      const [x, y] = place(from), [u, v] = place(to);
      if (from === to) {
        const out = [(x - middle) / radius, (y - middle) / radius];
        const [cx, cy] = [x + 30 * out[0], y + 30 * out[1]];
        arrows.push(s('circle', {cx, cy, r: 16, class: 'arrow'}), s('text', {x: cx + 26 * out[0], y: cy + 26 * out[1] + 4}, label));
        continue;
      }
      const length = Math.hypot(u - x, v - y), [dx, dy] = [(u - x) / length, (v - y) / length];
      const [mx, my] = [(x + u) / 2 - 22 * dy, (y + v) / 2 + 22 * dx];
      arrows.push(s('path', {class: 'arrow', 'marker-end': 'url(#head)', d: `M ${x + 18 * dx} ${y + 18 * dy} Q ${mx} ${my} ${u - 22 * dx - 4 * dy} ${v - 22 * dy + 4 * dx}`}),
        s('text', {x: 0.4 * x + 0.36 * mx + 0.24 * u, y: 0.4 * y + 0.36 * my + 0.24 * v + 4}, label));
    }
  }
  return s('svg', {class: 'automaton', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('automaton')},
    s('defs', {}, s('marker', {id: 'head', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse'},
      s('path', {d: 'M 0 0 L 10 5 L 0 10 z', class: 'head'}))), arrows,
    order.map(i => {
      const [x, y] = place(i);
      return [s('circle', {cx: x, cy: y, r: 18, class: i === law.start ? 'state first' : 'state'}),
        accepting.has(i) && s('circle', {cx: x, cy: y, r: 14, class: 'state'}), s('text', {x, y: y + 5}, number.get(i))];
    }));
}

/** A misère quotient, and in it who loses: ⟨ a, b | a² = 1, b³ = b ⟩, P = { a, b² }. */
function presentation({generators, relations, p}) {
  const names = generators.map((_, i) => String.fromCharCode(97 + i % 26) + (Math.floor(i / 26) || '')).join(', ');
  return `⟨ ${names} | ${relations.join(', ')} ⟩,  P = { ${p.join(', ')} }`;
}

/** Where a formula fails, or why nothing is proved; in the engine's words where no two values tell it. */
function failure({status, counterexample, reason, text}) {
  if (status === 'proved') return null;
  const {position, value, claimed} = counterexample ?? {};
  return h('p', {}, value && claimed ? t('fails', `(${position.join(', ')})`, value, claimed) : reason ?? text ?? '');
}

export function lawView(root) {
  const place = answerPlace();
  const game = h('input', {id: 'law', value: state.law, spellcheck: 'false', autocomplete: 'off'});
  const formula = h('input', {value: state.formula, placeholder: 'n >= m: n - m; w + m - n - 1', spellcheck: 'false', autocomplete: 'off'});

  function shown(theorem) {
    const judged = answerPlace();
    return [
      h('h2', {class: 'status ' + theorem.status}, t(theorem.status)),
      theorem.mathml ? h('div', {class: 'formula'}, fromXml(theorem.mathml)) : null,
      theorem.relations ? h('p', {class: 'formula'}, presentation(theorem)) : null,
      theorem.theorem ? h('pre', {class: theorem.relations ? 'statement aligned' : 'statement'}, theorem.theorem) : null,
      failure(theorem),
      theorem.steps?.length ? h('section', {}, h('h3', {}, t('steps')), h('ol', {class: 'steps'}, theorem.steps.map(step => h('li', {},
        step.reason ? h('details', {}, h('summary', {}, step.claim), h('p', {}, sentence(step.reason))) : step.claim)))) : null,
      theorem.law?.states ? h('details', {}, h('summary', {}, t('automaton')), automaton(theorem.law)) : null,
      theorem.certificate ? h('div', {class: 'buttons'},
        h('button', {onclick: () => save(theorem.game.replaceAll(/\W+/g, '_') + '.cert', [theorem.certificate], 'text/plain')}, t('certificate')),
        h('button', {onclick: () => judged.asking('check', {certificate: theorem.certificate}, result =>
          h('p', {class: result.accepted ? 'good' : 'bad'}, result.accepted ? t('accepted') : t('rejected', result.reasons.join('; '))))}, t('checkNow'))) : null,
      judged.element,
    ];
  }

  const show = () => {
    Object.assign(state, {law: game.value.trim(), formula: formula.value.trim()});
    keep();
    formula.disabled = state.play === 'misere';  // there the law is the quotient, which no formula tells
    const asked = state.formula && !formula.disabled ? {formula: state.formula} : {};
    return place.asking('prove', {game: state.law, play: state.play, ...asked}, shown, one => {
      const input = one.source === 'formula' ? formula : game;
      input.value = corrected(input.value, one);
      show();
    });
  };
  for (const input of [game, formula]) input.addEventListener('keydown', event => event.key === 'Enter' && show());
  root.append(h('div', {class: 'controls'}, field(t('game'), game), field(t('formula'), formula),
    gameChoice(gameOf, name => {
      game.value = name;
      formula.value = '';
      show();
    }),
    field(t('playKind'), choice([['normal', t('normal')], ['misere', t('misere')]], state.play, value => {
      state.play = value;
      show();
    })), h('button', {class: 'main', onclick: show}, t('prove'))), place.element);
  show();
  return place.stop;
}
