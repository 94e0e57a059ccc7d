// Clicks on places (cells, vertices, edges) narrow down the moves to those that change all places clicked; the caller is told
// which ones are meant, and each place what it is now.

/**
 * @param {object[]} moves
 * @param {(Set<string>|null)[]} changed the places that each move changes; null where a click can't mean it
 * @param {(moves: object[]) => void} choose
 * @param {(button: (place: string) => object) => Element} draw draws with these properties for each place's button
 * @returns {Element}
 */
export function clicks(moves, changed, choose, draw) {
  let chosen = [];
  let element = null;
  const fits = i => chosen.every(place => changed[i]?.has(place));
  const again = () => {
    const possible = new Set(moves.flatMap((_, i) => changed[i] && fits(i) ? [...changed[i]] : []));
    const drawing = draw(place => ({
      'data-place': place, 'data-chosen': chosen.includes(place), 'data-possible': possible.has(place),
      'aria-pressed': String(chosen.includes(place)),
      onclick: () => {
        chosen = chosen.includes(place) ? chosen.filter(one => one !== place) : [...chosen, place];
        again();
        [...element.querySelectorAll('[data-place]')].find(one => one.dataset.place === place)?.focus();
        choose(moves.filter((_, i) => changed[i] && fits(i)));
      },
    }));
    element?.replaceWith(drawing);
    element = drawing;
  };
  again();
  return element;
}
