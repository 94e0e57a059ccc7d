// Five short lessons. Each step has a text and, made of the page's own views, something to try: a link, that is a state.

export const lessons = [
  {
    id: 'nim', title: {en: 'Nim, and why base 2', de: 'Nim, und warum die Basis 2'},
    steps: [
      {en: 'Two players take stones from heaps in turn, from one heap at a time, as many as they like. Who can\'t move has lost. With two equal heaps you answer every move in the other heap: whoever moves first loses.',
        de: 'Zwei nehmen abwechselnd Steine von Haufen, je Zug von einem, beliebig viele. Wer nicht ziehen kann, verliert. Bei zwei gleichen Haufen antwortest du stets im anderen: wer beginnt, verliert.',
        state: {view: 'play', sum: 'nim{4, 4}', you: 1}},
      {en: 'Write the heaps in base 2, below one another: 3 = 11, 5 = 101, 7 = 111. The number whose digits tell which columns have an odd number of ones is the nim-sum, here 001. Make it 0, and no answer keeps it 0: in the one heap that changes some digit changes, and so its column becomes odd.',
        de: 'Schreib die Haufen zur Basis 2 untereinander: 3 = 11, 5 = 101, 7 = 111. Die Nim-Summe hat eine 1, wo die Spalte ungerade viele Einsen hat, hier 001. Mach sie 0, und keine Antwort erhält die 0: in dem einen Haufen ändert sich eine Ziffer, also wird ihre Spalte ungerade.',
        state: {view: 'play', sum: 'nim{3, 5, 7}'}},
      {en: 'And from a nim-sum that is not 0 you can always make 0: take its highest 1. Some heap has a 1 there. Turn the digits of that heap where the nim-sum has a 1, and it becomes smaller.',
        de: 'Und von einer Nim-Summe, die nicht 0 ist, kommst du immer zur 0: nimm ihre höchste 1. Ein Haufen hat dort eine 1. Dreh seine Ziffern um, wo die Nim-Summe eine 1 hat, und er wird kleiner.',
        state: {view: 'play', sum: 'nim{9, 10, 12}', strength: 'errs'}},
    ],
  },
  {
    id: 'mex', title: {en: 'Every game is nim: the mex', de: 'Jedes Spiel ist Nim: der Mex'},
    steps: [
      {en: 'Sprague (1935) and Grundy (1939): every position behaves like a heap of nim, of the least size that no option has: the mex of the values of its options. Open a position and find it, number by number.',
        de: 'Sprague (1935) und Grundy (1939): jede Stellung verhält sich wie ein Nim-Haufen, und zwar von der kleinsten Größe, die kein Zug erreicht: der Mex der Werte ihrer Züge. Öffne eine Stellung und finde ihn Zahl um Zahl.',
        state: {view: 'explorer', position: 'subtract[{1, 3, 4}](5)'}},
      {en: 'In Kayles one pin falls, or two neighbours, and the row may fall into two. The option\'s value is the nim-sum of both.',
        de: 'Bei Kayles fällt ein Kegel oder zwei Nachbarn, und die Reihe kann zerfallen. Der Wert des Zuges ist die Nim-Summe beider Teile.',
        state: {view: 'explorer', position: 'kayles(5)'}},
    ],
  },
  {
    id: 'sums', title: {en: 'Sums of games', de: 'Summen von Spielen'},
    steps: [
      {en: 'Several games side by side, a move in one of them: the value of the sum is the nim-sum of the values. So a row of pins and a heap can be one game.',
        de: 'Mehrere Spiele nebeneinander, ein Zug in einem davon: der Wert der Summe ist die Nim-Summe der Werte. So werden Kegel und ein Haufen ein Spiel.',
        state: {view: 'play', sum: 'kayles(8) + nim(2)'}},
      {en: 'The values of Wythoff\'s game show no simple pattern but the zeros: they lie along two lines, with the golden section as slope.',
        de: 'Die Werte von Wythoffs Spiel zeigen kein einfaches Muster, nur die Nullen: sie liegen auf zwei Geraden, deren Steigung der goldene Schnitt ist.',
        state: {view: 'values', game: 'wythoff', box: '99', zeros: true}},
    ],
  },
  {
    id: 'increases', title: {en: 'Infinite heaps: nim with increases', de: 'Unendliche Haufen: Nim mit Zuwachs'},
    steps: [
      {en: 'In this game a heap may be raised to any size, but only m times. Play ends, and yet a position can have infinitely many options; so its value is an ordinal: ω is the least number above all natural ones.',
        de: 'In diesem Spiel darf ein Haufen beliebig wachsen, aber nur m-mal. Das Spiel endet, und doch kann eine Stellung unendlich viele Züge haben; so ist ihr Wert eine Ordinalzahl: ω ist die kleinste Zahl über allen natürlichen.',
        state: {view: 'explorer', position: 'forced(2, 1)'}},
      {en: 'All values of the game in one law, and its proof.', de: 'Alle Werte des Spiels in einem Gesetz, mit Beweis.',
        state: {view: 'law', law: 'forced'}},
    ],
  },
  {
    id: 'misere', title: {en: 'Misère: who moves last loses', de: 'Misère: wer zuletzt zieht, verliert'},
    steps: [
      {en: 'In misère nim play as in nim, until your move would leave heaps of one stone alone: then leave an odd number of them, not an even one.',
        de: 'Misère-Nim spielst du wie Nim, bis dein Zug nur noch Haufen mit einem Stein ließe: dann lass eine ungerade Anzahl übrig statt einer geraden.',
        state: {view: 'play', sum: 'nim{1, 2, 3}', play: 'misere'}},
      {en: 'Other games are much harder in misère play. Who wins here?', de: 'Andere Spiele sind misère viel schwerer. Wer gewinnt hier?',
        state: {view: 'play', sum: 'kayles(5) + kayles(3)', play: 'misere'}},
      {en: 'No number tells it: rows of Kayles add like the elements of a monoid, its misère quotient, and 40 of them are enough for rows of any length (Plambeck 2005). The player to move loses where the product lies in P.',
        de: 'Keine Zahl sagt es: Kegelreihen addieren sich wie die Elemente eines Monoids, des Misère-Quotienten, und 40 davon reichen für Reihen jeder Länge (Plambeck 2005). Wer zieht, verliert, wenn das Produkt in P liegt.',
        state: {view: 'law', law: 'kayles', play: 'misere'}},
    ],
  },
];
