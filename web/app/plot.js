// Values drawn on a canvas with axes: a heat map of two coordinates, a scatter plot of one. The wheel, two fingers and +
// zoom about the pointer; dragging and the arrow keys move. Of a heat map the shades are found once, and again for blocks
// of 2 × 2, 4 × 4, … places: each pixel of a frame reads one of them, so that zooming costs the same whatever the table's
// size.
import {t} from './texts.js';
import {ticks} from './ticks.js';

const kHeight = 420;
const kLeft = 46, kBelow = 26;  // pixels, for the axes
const kApart = 60;              // pixels from tick to tick, about
const kSamples = 8;  // of values with their colours
const kRest = 400;  // milliseconds, after which a resting pointer picks its place

/** The colour of a value: 0 stands out, others go round a ring of hues that keeps neighbours apart. */
export function colour(value, {mod, zeros, most}) {
  if (value === 0 && !mod) return [20, 20, 30];
  if (zeros) return [235, 235, 240];
  const share = mod ? (value % mod) / mod : Math.log1p(value) / Math.log1p(Math.max(1, most));
  const hue = mod ? 360 * share : 250 - 230 * share;
  const lightness = 0.35 + 0.4 * (mod ? 0.6 : share);
  const f = n => {
    const k = (n + hue / 30) % 12;
    const a = 0.75 * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [f(0), f(8), f(4)];
}

/**
 * @param {{values: ArrayLike<number>, columns: number, rows: number, one: boolean, first: number[]}} table `first` are the
 *     numbers at the beginning of the axes, across and down
 * @param {(column: number, row: number) => void} onpoint the place under the pointer
 * @param {(column: number, row: number) => void} onpick the place that was clicked, or where the pointer rests
 */
export function plot(table, how, label, onpoint, onpick) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, {className: 'plot', tabIndex: 0, height: kHeight});
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', t('plot', label));
  const context = canvas.getContext('2d', {willReadFrequently: true});  // pixels are made here, not by a graphics card
  const {values, columns, one} = table;
  const ratio = columns / table.rows;
  const square = !one && ratio > 0.3 && ratio < 4;
  if (square) canvas.style.height = 'auto';
  let most = 0;
  for (let i = 0; i < values.length; ++i) most = Math.max(most, values[i]);
  const rows = one ? most + 1 : table.rows;
  const levels = one ? null : shades();
  let left = 0, top = 0, across = columns, down = rows;  // what is seen, in places

  /** Red first and no transparency, four bytes in one number. */
  function shadeOf(value) {
    const [r, g, b] = colour(value, {...how, most});
    return (r | g << 8 | b << 16 | 255 << 24) >>> 0;
  }

  /** {pixels, columns, rows} of all places, then of blocks twice as wide and high, and so on. */
  function shades() {
    const zero = how.mod ? 0 : shadeOf(0);  // never lost among others; of residues none is more than others
    const known = most < 2 ** 20 ? new Uint32Array(most + 1) : [];  // of each value, 0 where it is not known
    const pixels = new Uint32Array(values.length);
    for (let i = 0; i < values.length; ++i) pixels[i] = known[values[i]] ||= shadeOf(values[i]);
    const result = [{pixels, columns, rows}];
    for (let last = result[0]; last.columns > 1 && last.rows > 1; last = result.at(-1)) {
      const [w, h] = [last.columns + 1 >> 1, last.rows + 1 >> 1];
      const half = new Uint32Array(w * h);  // the shade of the first place in each block, or of a 0
      for (let r = 0, from = 0; r < last.rows; ++r) {
        for (let c = 0; c < last.columns; ++c, ++from) {
          const shade = last.pixels[from], to = (r >> 1) * w + (c >> 1);
          if (shade === zero || !half[to]) half[to] = shade;
        }
      }
      result.push({pixels: half, columns: w, rows: h});
    }
    return result;
  }

  let frame = null;  // the pixels of the canvas
  function drawHeatMap(width, height) {
    if (frame?.width !== width || frame.height !== height) frame = new ImageData(width, height);
    const to = new Uint32Array(frame.data.buffer);
    const level = Math.min(levels.length - 1, Math.max(0, Math.ceil(Math.log2(Math.min(across / width, down / height)))));
    const from = levels[level], size = 2 ** level;
    const places = (first, count, steps, end) => Int32Array.from({length: steps},
      (_, i) => Math.min(end - 1, Math.floor((first + (i + 0.5) / steps * count) / size)));
    const at = places(left, across, width, from.columns);
    places(top, down, height, from.rows).forEach((row, y, all) => {
      if (y && row === all[y - 1]) return to.copyWithin(y * width, (y - 1) * width, y * width);
      for (let x = 0; x < width; ++x) to[y * width + x] = from.pixels[row * from.columns + at[x]];
    });
    context.putImageData(frame, kLeft, 0);
  }

  /** The axes with their ticks, left and below. */
  function drawAxes(width, height) {
    const style = getComputedStyle(canvas);
    context.fillStyle = style.getPropertyValue('--plot') || '#fff';
    context.fillRect(0, 0, kLeft, canvas.height);
    context.fillRect(0, height, canvas.width, kBelow);
    context.fillStyle = style.color;
    context.font = `12px ${style.fontFamily}`;
    context.textAlign = 'center';
    const [x0, y0] = table.first;
    for (const tick of ticks(x0 + left, x0 + left + across, Math.max(2, width / kApart))) {
      const x = kLeft + (tick - x0 + 0.5 - left) / across * width;
      if (!Number.isInteger(tick) || x > canvas.width) continue;
      context.fillRect(Math.round(x), height, 1, 5);
      context.fillText(tick, Math.min(x, canvas.width - context.measureText(tick).width / 2 - 1), height + 18);
    }
    context.textAlign = 'right';
    for (const tick of ticks(y0 + top, y0 + top + down, Math.max(2, height / kApart))) {
      const share = (tick - y0 + 0.5 - top) / down, y = one ? height - share * height : share * height;
      if (!Number.isInteger(tick) || y < 0 || y > height) continue;
      context.fillRect(kLeft - 5, Math.round(y), 5, 1);
      context.fillText(tick, kLeft - 8, Math.max(10, y + 4));
    }
  }

  function draw() {
    const width = canvas.width - kLeft, height = canvas.height - kBelow;
    if (levels) drawHeatMap(width, height);
    else drawDots(width, height);
    drawAxes(width, height);
  }

  function drawDots(width, height) {
    context.fillStyle = getComputedStyle(canvas).getPropertyValue('--plot') || '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const size = Math.max(5, Math.min(12, width / across - 1));
    const first = Math.max(0, Math.floor(left)), last = Math.min(columns - 1, Math.ceil(left + across));
    for (let i = first; i <= last; ++i) {
      if (how.zeros && values[i] !== 0) continue;
      const [r, g, b] = colour(values[i] === 0 ? 0 : values[i], {...how, most});
      context.fillStyle = values[i] === 0 ? getComputedStyle(canvas).color : `rgb(${r}, ${g}, ${b})`;
      context.fillRect(kLeft + (i + 0.5 - left) / across * width - size / 2, height - (values[i] + 0.5 - top) / down * height - size / 2, size, size);
    }
  }

  let waiting = false;
  const again = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
  const zoom = (factor, x = 0.5, y = 0.5) => {
    const newAcross = Math.min(columns, Math.max(4, across * factor)), newDown = one ? down : Math.min(rows, Math.max(4, down * factor));
    left = Math.min(columns - newAcross, Math.max(0, left + x * (across - newAcross)));
    top = Math.min(rows - newDown, Math.max(0, top + y * (down - newDown)));
    across = newAcross;
    down = newDown;
    again();
  };
  const move = (x, y) => {
    left = Math.min(columns - across, Math.max(0, left + x));
    if (!one) top = Math.min(rows - down, Math.max(0, top + y));
    again();
  };
  const share = event => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left - kLeft) / (box.width - kLeft), (event.clientY - box.top) / (box.height - kBelow)].map(
      one => Math.min(1, Math.max(0, one)));
  };
  const placeOf = event => {
    const [x, y] = share(event);
    const column = Math.min(columns - 1, Math.max(0, Math.floor(left + x * across)));
    return [column, one ? 0 : Math.min(rows - 1, Math.max(0, Math.floor(top + y * down)))];
  };

  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, ...share(event));
  }, {passive: false});
  let resting = 0;
  const forget = () => clearTimeout(resting);
  canvas.addEventListener('pointerleave', forget);
  const fingers = new Map();
  let dragged = false;
  canvas.addEventListener('pointerdown', event => {
    forget();
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, share(event));
    dragged = false;
  });
  canvas.addEventListener('pointermove', event => {
    if (!fingers.has(event.pointerId)) {
      const place = placeOf(event);
      forget();
      resting = setTimeout(() => onpick(...place), kRest);
      return onpoint(...place);
    }
    const [x, y] = share(event), [x0, y0] = fingers.get(event.pointerId);
    if (fingers.size === 2) {
      const [ox, oy] = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(x0 - ox, y0 - oy), after = Math.hypot(x - ox, y - oy);
      if (after > 0.01) zoom(before / after, ox, oy);
    } else {
      move((x0 - x) * across, (y0 - y) * down);
    }
    dragged ||= Math.hypot(x - x0, y - y0) > 0.005;
    fingers.set(event.pointerId, [x, y]);
  });
  const lift = event => {
    if (fingers.delete(event.pointerId) && !dragged && event.type === 'pointerup') onpick(...placeOf(event));
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('keydown', event => {
    const steps = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]}[event.key];
    if (steps) move(steps[0] * across, steps[1] * down);
    else if (event.key === '+') zoom(0.8);
    else if (event.key === '-') zoom(1.25);
    else if (event.key === '0') zoom(1e9);
    else return;
    event.preventDefault();
  });
  const fit = () => {
    canvas.width = Math.max(100, canvas.clientWidth);
    canvas.height = square ? Math.round((canvas.width - kLeft) / ratio) + kBelow : kHeight;
    draw();
  };
  let wide = 0;
  new ResizeObserver(() => {
    if (canvas.clientWidth !== wide) {
      wide = canvas.clientWidth;
      fit();
    }
  }).observe(canvas);
  const samples = how.zeros ? [0] : Array.from({length: kSamples},
    (_, i) => how.mod ? Math.min(i, how.mod - 1) : Math.round((most + 1) ** (i / (kSamples - 1))) - 1);
  return {element: canvas, zoom, whole: () => zoom(1e9), legend: [...new Set(samples)].map(value => [value, `rgb(${colour(value, {...how, most})})`])};
}
