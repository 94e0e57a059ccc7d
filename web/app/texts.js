// The page's words, a row each: English, German. Another language is another column.

const kLanguages = ['en', 'de'];
const kTexts = {
  play: ['Play', 'Spielen'], rules: ['Rules', 'Regeln'], values: ['Values', 'Werte'], explorer: ['Explorer', 'Züge'],
  law: ['Law', 'Gesetz'], lessons: ['Lessons', 'Lektionen'], share: ['Share', 'Teilen'], views: ['Views', 'Ansichten'],
  skip: ['To the content', 'Zum Inhalt'], language: ['Language', 'Sprache'],
  position: ['Position', 'Stellung'], game: ['Game', 'Spiel'], newGame: ['New game', 'Neues Spiel'],
  undo: ['Undo', 'Zurück'], hint: ['Hint', 'Tipp'], why: ['Why?', 'Warum?'],
  machineBegins: ['Let the machine begin', 'Der Rechner beginnt'], playKind: ['Last move', 'Letzter Zug'],
  normal: ['wins (normal play)', 'gewinnt (Normalspiel)'], misere: ['loses (misère)', 'verliert (misère)'],
  strength: ['The machine', 'Der Rechner'], perfect: ['plays perfectly', 'spielt perfekt'],
  errs: ['errs now and then', 'irrt sich manchmal'], random: ['plays at random', 'spielt zufällig'],
  guess: ['Guess the rules: hide them', 'Regeln erraten: verbergen'], yourMove: ['Your move', 'Dein Zug'],
  yourTurn: ['It is your turn.', 'Du bist am Zug.'], thinking: ['The machine thinks …', 'Der Rechner denkt …'],
  youWin: ['There is no move left: you win.', 'Kein Zug mehr: du gewinnst.'],
  youLose: ['There is no move left: the machine wins.', 'Kein Zug mehr: der Rechner gewinnt.'],
  machineMoved: ['The machine: {0}', 'Der Rechner: {0}'], youMoved: ['You: {0}', 'Du: {0}'],
  canWin: ['You can win.', 'Du kannst gewinnen.'],
  canNotWin: ['Every move loses against perfect play.', 'Jeder Zug verliert gegen perfektes Spiel.'],
  canDraw: ['You can keep the draw.', 'Du kannst das Unentschieden halten.'],
  moves: ['Moves ({0})', 'Züge ({0})'], more: ['and more: {0}', 'und weitere: {0}'], move: ['Move', 'Ziehen'],
  chosen: ['{0} moves are possible with this; choose further.', '{0} Züge passen dazu; wähle weiter.'],
  stones: ['{0}: leave {1}', '{0}: lass {1} liegen'], cell: ['{0}: cell {1}', '{0}: Feld {1}'],
  vertex: ['vertex {0} {1}', 'Ecke {0} {1}'], edge: ['edge {0} {1}', 'Kante {0} {1}'],
  drawAgreed: ['Agree on a draw', 'Unentschieden vereinbaren'], draw: ['A draw.', 'Unentschieden.'],
  check: ['Check', 'Prüfen'], example: ['Example', 'Beispiel'], none: ['(none)', '(keines)'],
  compare: ['Two rule sets side by side', 'Zwei Regelwerke nebeneinander'], correct: ['Write {0}', '{0} schreiben'],
  editor: ['Rules, line by line', 'Regeln, Zeile für Zeile'], line: ['Line {0}', 'Zeile {0}'],
  noErrors: ['No errors.', 'Keine Fehler.'], noRules: ['No rules yet.', 'Noch keine Regeln.'],
  tryIt: ['Play it', 'Spielen'], seeValues: ['Values', 'Werte'], firstValues: ['First values: {0}', 'Erste Werte: {0}'],
  editorHelp: ['Ctrl+Space completes a word, F8 leads to the next error, Escape leaves the editor.',
    'Strg+Leertaste ergänzt, F8 führt zum nächsten Fehler, Escape verlässt den Editor.'],
  box: ['Box', 'Bereich'], show: ['Show', 'Zeigen'], stop: ['Stop', 'Abbrechen'], modulo: ['Residues modulo', 'Reste modulo'],
  zeros: ['P-positions alone', 'Nur P-Stellungen'], whole: ['Whole picture', 'Ganzes Bild'],
  plot: ['Values of {0}; arrow keys move, + and - zoom', 'Werte von {0}; Pfeiltasten bewegen, + und - zoomen'],
  row: ['Values as text', 'Werte als Text'], options: ['Options', 'Züge'], working: ['{0} {1}', '{0} {1}'],
  open: ['Open', 'Öffnen'], mexStep: ['Mex, step by step', 'Mex, Schritt für Schritt'], next: ['Next step', 'Weiter'],
  inSet: ['{0} is among them.', '{0} kommt vor.'], gap: ['{0} is not: the value is {0}.', '{0} fehlt: der Wert ist {0}.'],
  noOptions: ['no move', 'kein Zug'], notAll: ['not all are shown', 'nicht alle gezeigt'], set: ['Values of the options: {0}', 'Werte der Züge: {0}'],
  value: ['value {0}', 'Wert {0}'], formula: ['A formula of yours', 'Deine Formel'], prove: ['Prove', 'Beweisen'],
  steps: ['The proof, step by step', 'Der Beweis, Schritt für Schritt'], certificate: ['Save the certificate', 'Zertifikat speichern'],
  checkNow: ['Check it', 'Prüfen'], accepted: ['The certificate is accepted.', 'Das Zertifikat gilt.'],
  rejected: ['Not accepted: {0}', 'Abgelehnt: {0}'], proved: ['Proved', 'Bewiesen'], refuted: ['False', 'Falsch'],
  conjectured: ['Conjecture', 'Vermutung'], unknown: ['Not known', 'Unbekannt'], automaton: ['The automaton', 'Der Automat'],
  fails: ['It fails at {0}: the value is {1}.', 'Sie ist falsch bei {0}: der Wert ist {1}.'],
  link: ['A link to what you see', 'Ein Link auf diese Ansicht'], copy: ['Copy', 'Kopieren'], copied: ['Copied.', 'Kopiert.'],
  print: ['Print', 'Drucken'], shareText: ['All of it is in the address; nothing is kept elsewhere.', 'Alles steht in der Adresse, sonst nirgends.'],
  keys: ['Keys', 'Tasten'], keysText: ['Alt+1 … Alt+7: the views. Tab and Enter reach everything. In Play: h hint, u undo. On a plot: arrows, +, -, 0.',
    'Alt+1 … Alt+7: die Ansichten. Tab und Enter erreichen alles. Beim Spielen: h Tipp, u zurück. Im Bild: Pfeile, +, -, 0.'],
  tryThis: ['Try it', 'Ausprobieren'], save: ['Save as', 'Speichern als'],
};

let column = 0;
export function setLanguage(language) {
  const wanted = language || (navigator.language || 'en').slice(0, 2);
  column = Math.max(0, kLanguages.indexOf(wanted));
  document.documentElement.lang = kLanguages[column];
}
export const language = () => kLanguages[column];
/** A text in the language chosen: {en: …, de: …}. */
export const pick = text => text[kLanguages[column]];

/** t('value', 3): the text with its places filled. */
export function t(name, ...parts) {
  return kTexts[name][column].replace(/\{(\d)\}/g, (_, i) => String(parts[Number(i)]));
}
