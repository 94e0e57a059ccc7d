// What the page takes of d3-array: round numbers for the ticks of axes.
export {ticks} from 'd3-array';
