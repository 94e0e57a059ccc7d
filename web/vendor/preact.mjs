// What the page takes of Preact.
export {h, render, Fragment} from 'preact';
export {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
