// What the page takes of d3-force: places for the vertices of graphs.
export {forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY} from 'd3-force';
