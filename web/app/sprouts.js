// The lines that a player of Sprouts or Brussels Sprouts can draw, by the vertices that they join.
//
// A drawing is a list of regions, a region a list of boundaries, and a boundary the list of its vertices: '0', '1' and '2'
// have so many ends of lines, a letter has two and is met twice. A free end of Brussels Sprouts is a '2'.
//
//   const lines = linesOfPosition({name: 'sprouts', inner: '2'});      // by what they leave: Map(key => [{places, line}, …])
//   lines.get(keyOf([{name: 'sprouts', inner: '1a1a.'}]));             // from '0.0.0' to '0.1.0', and back
//
// Engine and page name what a line leaves differently, so both are compared by a key: what can't be used any more is left
// out, and letters are replaced by what is seen around them. Different drawings with one key are offered together.

const kMostVertices = 40;
const kMostWays = 5000;
const kRounds = 2;  // of looking around letters

export const isLetter = symbol => /^[A-Za-z]/.test(symbol);
export const endsOf = symbol => isLetter(symbol) ? 1 : 3 - symbol;
/** A letter is one vertex wherever it is met. */
export const placeOf = (symbol, ...at) => isLetter(symbol) ? symbol : at.join('.');

/** [[boundary, …], …]; null for texts that are no drawing. */
export function regionsOf({name, inner}) {
  if (name === 'brussels_sprouts') {
    const ends = /^\d+$/.test(inner) ? Array(Math.min(kMostVertices + 1, Number(inner))).fill(4) : JSON.parse(inner);
    return [ends.map(count => Array(count).fill('2'))];
  }
  if (/^\d+$/.test(inner)) return [Array(Number(inner)).fill(['0'])];
  if (!/^([0-2A-Za-z]+([*]\d+)?[.]?|\})+$/.test(inner)) return null;
  return inner.split('}').filter(Boolean).map(region => region.split('.').filter(Boolean).flatMap(one => {
    const [word, times] = one.split('*');
    return Array(Number(times ?? 1)).fill([...word]);
  }));
}

/** Without what can't be used any more. */
function cleaned(regions, isCross) {
  for (let before = ''; before !== JSON.stringify(regions);) {
    before = JSON.stringify(regions);
    const counts = new Map();
    for (const symbol of regions.flat(2)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    regions = regions.map(region => {
      const words = region.map(word => word.filter((symbol, i) => !isLetter(symbol) || word.length === 1 || symbol !== word[(i + 1) % word.length])
        .map((symbol, i, kept) => isLetter(symbol) && (counts.get(symbol) === 1 || kept.length < word.length && word.some((one, k) => one === symbol && word[(k + 1) % word.length] === symbol)) ? '2' : symbol))
        .filter(word => word.length);
      const all = words.flat(), vertices = all.filter((symbol, i) => !isLetter(symbol) || all.indexOf(symbol) === i);
      const ends = vertices.reduce((sum, symbol) => sum + endsOf(symbol), 0);
      return ends < 2 ? [] : ends < 4 && !isCross ? [vertices.sort()] : words;
    }).filter(region => region.length);
  }
  return regions;
}

/** The least of the texts of a cyclic word. */
const turned = (word, at) => [...word.slice(at), ...word.slice(0, at)];
const least = word => word.map((_, i) => turned(word, i).join()).sort()[0];

const numbers = new Map();  // of texts, to keep them short
const short = text => {
  if (!numbers.has(text)) numbers.set(text, '#' + numbers.size);
  return numbers.get(text);
};

/** The same for drawings that play alike. */
export function key(regions, isCross) {
  regions = cleaned(regions, isCross);
  let colours = new Map();
  const seen = symbol => isLetter(symbol) ? colours.get(symbol) ?? '#' : symbol;
  const hands = region => [region, region.map(word => [...word].reverse())];
  const textOf = region => region.map(word => least(word.map(seen))).sort().join('.');
  for (let round = 0; round < kRounds; ++round) {
    const views = new Map();
    for (const region of regions) {
      const sides = hands(region).map(words => ({words, text: textOf(words)}));
      region.forEach((word, b) => word.forEach((symbol, i) => {
        if (!isLetter(symbol)) return;
        const view = sides.map(({words, text}, hand) => turned(words[b].map(seen), hand ? word.length - 1 - i : i).join() + '/' + text).sort()[0];
        views.set(symbol, [...views.get(symbol) ?? [], view]);
      }));
    }
    colours = new Map([...views].map(([symbol, all]) => [symbol, short(all.sort().join(' & '))]));
  }
  return regions.map(region => hands(region).map(textOf).sort()[0]).sort().join('}');
}

/** The key of a sum of drawings, as the engine writes them. */
export const keyOf = all => key(all.flatMap((one, i) => (regionsOf(one) ?? []).map(region => region.map(
  word => word.map(symbol => isLetter(symbol) ? symbol + i : symbol)))), all[0]?.name === 'brussels_sprouts');

/** The ways to put boundaries inside, by their places in the list: of those that look alike the first ones. */
function sidesOf(words) {
  const kinds = new Map();
  words.forEach(({word, k}) => kinds.set(word.join(), [...kinds.get(word.join()) ?? [], k]));
  return [...kinds].sort(([one], [other]) => one < other ? -1 : 1).reduce((found, [, alike]) => found.flatMap(inside => Array.from(
    {length: alike.length + 1}, (_, n) => [...inside, ...alike.slice(0, n)])), [[]]);
}

/** What a line from vertex i of boundary b to vertex j of boundary c leaves of the region; nothing where none can be drawn. */
function left(region, {b, i, c, j, inside}, isCross) {
  const x = region[b][i], y = region[c][j], z = isCross ? '2' : 'z1', isLoop = b === c && i === j;
  if (isLoop ? endsOf(x) < 2 : x === y && isLetter(x)) return null;
  /** A vertex where a line ends, as long as it has an end left. */
  const end = (symbol, name) => symbol === (isLoop ? '0' : '1') ? [name] : [];
  const others = isIn => region.filter((_, k) => k !== b && k !== c && inside.includes(k) === isIn);
  if (b !== c) {
    const around = (word, at, name) => word[at] === '0' ? ['1'] : [...end(word[at], name), ...turned(word, at).slice(1), ...end(word[at], name)];
    return [[[...around(region[b], i, 'x1'), z, ...around(region[c], j, 'y1'), z], ...others(false)]];
  }
  const word = region[b], [from, to] = [end(x, 'x1'), isLoop ? [] : end(y, 'y1')];
  const within = [...from, ...word.slice(i + 1, j), ...to, z], outside = [...to, ...word.slice(j + 1), ...word.slice(0, i), ...from, z];
  return [[within, ...others(true)], [outside, ...others(false)]];
}

/**
 * All lines of regions, by the key of what they leave; none where they are too many. Of each line the two places that it
 * joins, and where it runs: {r, b, i, c, j, inside} in region r, by vertices of boundaries, with boundaries on one side.
 */
export function linesOf(regions, isCross) {
  const lines = new Map();
  if (regions.flat(2).length > (isCross ? 4 : 1) * kMostVertices) return lines;
  let ways = 0;
  regions.forEach((region, r) => {
    const others = regions.filter((_, k) => k !== r), alike = new Map();
    const keyAfter = (line, x, y) => {
      const after = left(region, line, isCross);
      return after && key([...others, ...after].map(words => words.map(
        letters => letters.filter(symbol => !isLetter(symbol) || symbol !== x && symbol !== y))), isCross);
    };
    region.forEach((word, b) => word.forEach((x, i) => region.forEach((second, c) => second.forEach((y, j) => {
      if (c < b || c === b && j < i || ways > kMostWays) return;
      const same = [word.join(), i, c === b, second.join(), j].join('|');
      const rest = region.map((word, k) => ({word, k})).filter(({k}) => k !== b && k !== c);
      const found = (b === c ? sidesOf(rest) : [[]]).map(inside => ({r, b, i, c, j, inside}));
      if (!alike.has(same)) {
        alike.set(same, found.map(line => keyAfter(line, x, y)));
        ways += found.length;
      }
      const ends = [placeOf(x, r, b, i), placeOf(y, r, c, j)];
      found.forEach((line, n) => {
        const after = alike.get(same)[n];
        if (after === null) return;
        if (!lines.has(after)) lines.set(after, new Map());
        for (const places of [ends, [...ends].reverse()])
          if (!lines.get(after).has(places.join())) lines.get(after).set(places.join(), {places, line});
      });
    }))));
  });
  for (const [one, places] of lines) lines.set(one, [...places.values()]);
  return lines;
}

const known = new Map();
/** The lines of a position of the engine's. */
export function linesOfPosition({name, inner}) {
  const text = name + inner;
  if (!known.has(text)) known.set(text, linesOf(regionsOf({name, inner}) ?? [], name === 'brussels_sprouts'));
  return known.get(text);
}
