// Der Kurs auf Deutsch.
export default {
  lessons: {
    nim: {
      title: 'Nim',
      intro: ['Nimm beliebig viele Steine von einem Haufen. Wer den letzten Stein nimmt, gewinnt.'],
      tasks: [
        {prompt: 'Zwei gleiche Haufen. Der Rechner beginnt. Gewinne, und finde heraus, wie.', done: 'Richtig: du antwortest auf jeden Zug im anderen Haufen.'},
        {prompt: 'Zwei verschiedene Haufen, und du beginnst. Mach sie gleich, und antworte dann.', done: 'Richtig: gleiche Haufen sind für den verloren, der ziehen muss.'},
        {prompt: 'Haufen mit 1, 2 und 3; der Rechner beginnt. Bring es auf zwei gleiche Haufen.', done: '1, 2, 3 ist für den verloren, der zieht, wie zwei gleiche Haufen.'},
        {prompt: 'Haufen mit 1, 4 und 7. Nur ein Zug gewinnt. Probiere, und nimm Züge zurück, so oft du willst.', done: 'Gefunden. Der nächste Schritt zeigt, wie man es ausrechnet.'},
      ],
    },
    columns: {
      title: 'Spalten im Zweiersystem',
      intro: ['Schreib die Haufen im Zweiersystem untereinander: 6 ist 4 + 2 und keine 1, also 110. Eine Spalte mit ungerade vielen Einsen gibt eine 1 in der Nim-Summe, sonst eine 0.',
        'Ist die Nim-Summe 0, so macht jeder Zug eine Spalte ungerade. Ist sie nicht 0, so kannst du sie immer 0 machen: suche ihre höchste 1, und nimm von einem Haufen, der dort eine 1 hat.'],
      tasks: [
        {prompt: 'Mach die Nim-Summe 0, zehnmal.', done: 'Zehnmal! Nun hat Nim keine Geheimnisse mehr.'},
        {prompt: 'Nun gewinne gegen den Rechner: 3, 5 und 7.'},
      ],
    },
    mex: {
      title: 'Ein Haufen, und der Mex',
      intro: ['Ein Spiel, in dem man 1, 3 oder 4 Steine nehmen darf, ist kein Nim. Aber jede Stellung verhält sich wie ein Nim-Haufen. Dessen Größe ist der Wert der Stellung.',
        'Der Wert ist der Mex der Werte ihrer Züge: die kleinste Zahl 0, 1, 2, …, die nicht darunter ist.'],
      tasks: [
        {prompt: 'Finde den Mex, zehnmal.', done: 'Du kannst den Mex.'},
        {prompt: 'Nimm 1, 3 oder 4 Steine. Finde die Werte nacheinander. Von einem leeren Haufen gibt es keinen Zug: Sein Wert ist 0.', done: 'Die Werte wiederholen sich: 0 1 0 1 2 3 2, immer wieder.'},
      ],
    },
    sums: {
      title: 'Spiele addieren',
      intro: ['Mehrere Spiele nebeneinander, ein Zug in einem davon. Der Wert der Summe ist die Nim-Summe der Werte. So kannst du Spiele addieren, die nichts miteinander zu tun haben.',
        'Werte von Kayles: 0, 1, 2, 3, 1, 4, 3, 2, 1. Wert von „nimm 1, 2 oder 3“: der Rest bei Division durch 4.'],
      tasks: [
        {prompt: 'Mach die Nim-Summe der Werte 0, viermal.', done: 'Du kannst Spiele addieren.'},
        {prompt: 'Gewinne: fünf Kegel und ein Haufen mit zwei.'},
      ],
    },
    kayles: {
      title: 'Kayles mit Tabelle',
      intro: ['Ein Kegel fällt oder zwei Nachbarn. Eine Reihe kann in zwei Reihen zerfallen, und die sind eine Summe.'],
      tasks: [
        {prompt: 'Neun Kegel. Wer beginnt, kann ohne jede Tabelle gewinnen. Wie?', answers: ['Den mittleren Kegel umwerfen, dann jeden Zug spiegeln', 'Den ersten Kegel umwerfen', 'Immer zwei nehmen'], because: 'Probiere: welcher Zug macht zwei gleiche Reihen?', done: 'Richtig: zwei gleiche Reihen sind Nim mit zwei gleichen Haufen.'},
        {prompt: 'Finde die Werte der Reihen. Der Wert zweier Reihen ist die Nim-Summe beider.', done: 'So begannen Guy und Smith 1956. Ab 71 Kegeln wiederholen sich die Werte mit Periode 12.'},
        {prompt: 'Gewinne mit neun Kegeln.'},
      ],
    },
    disguise: {
      title: 'Nim, verkleidet',
      intro: ['Manche Spiele sehen anders aus und sind Nim. Auf der Treppe gehen Münzen von einer Stufe auf die nächste, und von Stufe 1 auf den Boden.', 'Nur die ungeraden Stufen zählen: schiebt der andere Münzen von einer geraden Stufe, so schiebst du sie weiter.'],
      tasks: [
        {prompt: 'Gewinne auf der Treppe.', done: 'Die ungeraden Stufen sind Nim-Haufen.'},
        {prompt: 'Schildkröten: dreh eine Münze von Kopf auf Zahl und, wenn du magst, eine links davon. Kopf liegt bei 2, 4 und 6. Welches Nim ist das?', answers: ['Ein Haufen mit 12', 'Haufen mit 1, 1 und 1', 'Haufen mit 2, 4 und 6'], because: 'Ein Kopf bei 2 kann allein gedreht werden, oder mit Münze 1 oder 0: was bleibt?', done: 'Richtig: ein Kopf bei n ist ein Haufen mit n. Hier 2, 4 und 6: die Nim-Summe ist 0.'},
        {prompt: 'Gewinne mit Kopf bei 1, 4 und 6.'},
      ],
    },
    misere: {
      title: 'Wer zuletzt zieht, verliert',
      intro: ['Im Misère-Spiel verliert der letzte Zug. Spiel Nim wie bisher, bis dein Zug nur noch Haufen mit einem Stein ließe: dann lass ungerade viele davon.'],
      tasks: [
        {prompt: 'Haufen mit 1, 1 und 3. Nimm nicht den letzten Stein.', done: 'Du hast ungerade viele einzelne Steine gelassen.'},
        {prompt: 'Haufen mit 1, 4 und 7.', done: 'Dieselbe Strategie wie im Nim, nur nicht am Ende.'},
        {prompt: 'Zwei Kegelreihen. Hier sagt keine Zahl, wer gewinnt; suche eine kleine Stellung, die du kennst.', done: 'Gut gemacht: Misère-Kayles wurde erst 1973 gelöst.'},
      ],
    },
    wythoff: {
      title: 'Wythoffs Dame',
      intro: ['Eine Dame zieht zur Ecke (0, 0): nach oben, links oder diagonal. Wer sie heimbringt, gewinnt.', 'Markiere auf Papier die Stellen, von denen jeder Zug verliert: (0, 0), (1, 2), (3, 5), (4, 7) … Sie liegen auf zwei Geraden. Deren Steigung ist der goldene Schnitt.'],
      tasks: [
        {prompt: 'Die Dame steht auf (2, 2). Welcher Zug verliert?', answers: ['Nach (0, 0)', 'Nach (0, 2)', 'Nach (1, 2)'], because: 'Kann der andere von der Stelle, auf die du ziehst, heimkommen, oder nur du wieder?', done: 'Richtig: von (0, 2) kommt der andere sofort heim.'},
        {prompt: 'Gewinne von (4, 5) aus.'},
        {prompt: 'Gewinne von (6, 9) aus. Die nächsten Stellen der Liste sind (6, 10) und (8, 13).', done: 'Öffne Mathe: dort ist das Gesetz für alle Bretter bewiesen.'},
      ],
    },
    infinite: {
      title: 'Unendliche Haufen',
      intro: ['In der Kaskade verkleinerst du eine Spalte und darfst dann die rechts davon auf eine beliebige Zahl setzen. Das Spiel endet immer, und doch kann eine Stellung unendlich viele Züge haben.'],
      tasks: [
        {prompt: 'Der Wert der Spalten 1, 2 ist größer als alle natürlichen Zahlen. Warum?', answers: ['Weil das Spiel nie endet', 'Weil ihre Züge alle Werte 0, 1, 2, … haben', 'Weil 1 + 2 gleich 3 ist'], because: 'Denk an den Mex: welche Zahlen sind Werte ihrer Züge?', done: 'Richtig: der Mex aller natürlichen Zahlen ist ω, die erste unendliche Ordinalzahl.'},
        {prompt: 'Gewinne die Kaskade mit 1 und 3. Ein Zug beendet alles.'},
      ],
    },
    draws: {
      title: 'Spiele ohne Ende',
      intro: ['Kann das Spiel im Kreis gehen, so muss niemand verlieren. Dann haben manche Stellungen keinen Wert, und das Beste für beide ist ein Unentschieden.'],
      tasks: [
        {prompt: 'Ein König geht einen Schritt, egal wohin; wer ihn heimbringt, gewinnt. Er steht auf (3, 4). Wer gewinnt bei perfektem Spiel?', answers: ['Wer zuerst zieht', 'Wer als Zweiter zieht', 'Niemand'], because: 'Würdest du neben die Ecke ziehen?', done: 'Richtig: wer neben die Ecke zieht, verliert, und niemand muss.'},
        {prompt: 'Eine Figur geht auf einem Kreis mit 12 Plätzen um 3 oder 5 weiter; wer sie zur 0 heimbringt, gewinnt. Gewinne von 7 aus.', done: 'Das war die letzte Aufgabe.'},
      ],
    },
  },
  plan: [
    ['0–5', 'Nim an der Tafel spielen: zwei gleiche Haufen, dann zwei verschiedene. Niemand erklärt etwas.'],
    ['5–15', 'Schritt 1 zu zweit an den Geräten. Sammeln: was ist eine verlorene Stellung?', 'nim'],
    ['15–30', 'Schritt 2: Zweiersystem, Spalten, Nim-Summe. Alle machen sie zehnmal 0.', 'columns'],
    ['30–40', 'Schritt 3, erste Aufgabe: der Mex. Gemeinsam: die Tabelle von „nimm 1, 3 oder 4“.', 'mex'],
    ['40–45', 'Ein Blatt aus „Klasse“ als Hausaufgabe; die Ergebniscodes kommen als Nachricht zurück.', 'class'],
  ],
};
