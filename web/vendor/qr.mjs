// What the page takes of uqr: a text as a square of black and white.
export {encode} from 'uqr';
