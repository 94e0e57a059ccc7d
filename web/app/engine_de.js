// Was das Programm über Gesetze, Beweise und Regeln sagt, auf Deutsch: Muster und ihre Worte.
export default [
];
