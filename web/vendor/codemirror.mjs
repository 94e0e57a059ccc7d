// What the page takes of CodeMirror.
export {autocompletion, completionKeymap} from '@codemirror/autocomplete';
export {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
export {bracketMatching, StreamLanguage, syntaxHighlighting} from '@codemirror/language';
export {lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
export {drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers} from '@codemirror/view';
export {classHighlighter} from '@lezer/highlight';
