// Steps through the games of a page: lays cards where `tables` says that piles lie, and knows no rule.
"use strict";
const $ = id => document.getElementById(id);
const D = JSON.parse($("data").textContent);
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const HIDDEN = "??", EVERY = 64; // a state in so many is kept
const narrow = matchMedia("(max-width: 899px)");
let G, steps, turns, kept, now = 0, sight = "table", timer = 0, which = 0;

// ---- states -------------------------------------------------------------------------------------

/** The changes of a step's line: of a pile, how many cards go, which come, how many lie face down. */
function changes(line) {
  return line.split(" ").filter(word => word && word[0] != "@").map(word => {
    const [, letter, gone, , come, , down, , sign] =
      /^(\w)(\d+)(:([^~!]*))?(~(\d+))?(!(.))?$/.exec(word);
    return { pile: LETTERS.indexOf(letter), gone: +gone, come: (come || "").match(/../g) || [],
      down: down === undefined ? null : +down, sign: sign || "" };
  });
}
const fields = number => {
  const parts = steps[number].split("\t");
  return number ? { entry: parts[0], sign: parts[1], line: parts[2] } : { entry: "", sign: "", line: parts[0] };
};
/** A state after a line; it shares the piles that the line leaves alone. */
function after(state, line) {
  const next = { piles: state.piles.slice(), seat: state.seat, turn: state.turn };
  const seat = /(^| )@(\d)/.exec(line);
  if (seat) { next.seat = +seat[2]; next.turn += 1; }
  for (const { pile, gone, come, down, sign } of changes(line)) {
    const old = next.piles[pile], stays = old.cards.slice(0, old.cards.length - gone);
    next.piles[pile] = { cards: stays.concat(come), sign, down: down ?? Math.min(old.down, stays.length) };
  }
  return next;
}
/** The state after so many moves, from the last one that was kept before it. */
function stateAt(number) {
  let at = Math.floor(number / EVERY);
  while (at >= 0 && !kept[at]) at -= 1;
  let state = at < 0 ? { piles: G.tables[0].piles.map(() => ({ cards: [], down: 0, sign: "" })), seat: 0, turn: G.turn - 1 } : kept[at];
  for (let i = at < 0 ? 0 : at * EVERY + 1; i <= number; i++) {
    state = after(state, fields(i).line);
    if (i % EVERY == 0) kept[i / EVERY] = state;
  }
  return state;
}
/** The cards of a pile as they are seen: hidden ones are backs. */
function seen(key, pile, state) {
  if (key[0] == "h") {
    const knows = sight == "open" || (G.peek && sight == "seat" + key[1] && state.seat == key[1]);
    return pile.cards.map((card, i) => knows && i == pile.cards.length - 1 ? card : HIDDEN);
  }
  return sight == "open" ? pile.cards : pile.cards.map((card, i) => i < pile.down ? HIDDEN : card);
}

// ---- the table ----------------------------------------------------------------------------------

const table = () => {
  const one = G.tables[narrow.matches ? 1 : 0];
  return { ...one, piles: one.piles.map(([key, name, x, y, shape, room, strip, sign, most, counted]) =>
    ({ key, name, x, y, shape, room, strip, sign, most, counted })) };
};
/** Where the cards of a pile lie: as rbcore.drawing.scene.Pile.placed. */
function placed(pile, cards, S) {
  const down = cards.filter(card => card == HIDDEN).length;
  let up = cards.slice(down);
  if (pile.most) up = up.slice(-pile.most);
  if (pile.shape == "stack") {
    const top = up.length ? [up[up.length - 1], 0] : cards.length ? [HIDDEN, down] : null;
    return top ? [{ card: top[0], folded: top[1], x: pile.x, y: pile.y, seen: S.width, side: "left" }] : [];
  }
  const back = down && up.length ? S.back : 0, way = pile.shape == "right" ? 1 : -1;
  const side = pile.shape == "right" ? "left" : "right";
  const strip = Math.min(pile.strip, Math.max(0, pile.room - S.width - back) / Math.max(1, up.length - 1));
  const lying = up.map((card, i) => ({ card, folded: 0, x: pile.x + way * (back + i * strip), y: pile.y, side,
    seen: i < up.length - 1 ? strip : S.width }));
  if (down) lying.unshift({ card: HIDDEN, folded: down, x: pile.x, y: pile.y, side, seen: back || S.width });
  return lying;
}
/** An arrow from card to card, bent a little, unless they are neighbours. */
function arrow(from, to, S) {
  const dx = to.x - from.x, dy = to.y - from.y, far = Math.hypot(dx, dy);
  if (far < 1.3 * S.width) return "";
  const x = from.x + S.width / 2, y = from.y + S.height / 2;
  const x2 = to.x + S.width / 2 - dx / far * S.width * 0.45, y2 = to.y + S.height / 2 - dy / far * S.height * 0.45;
  const bend = Math.abs(dy) > S.height / 4 || dx > 0 ? 0.12 : -0.12;
  return `<path class="arrow" marker-end="url(#tip)" d="M${n(x)} ${n(y)}Q${n((x + x2) / 2 - dy * bend)} ${n((y + y2) / 2 + dx * bend)} ${n(x2)} ${n(y2)}"/>`;
}
const n = length => Math.round(length * 10) / 10;
const box = (role, x, y, w, h, r) => `<rect class="${role}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}"/>`;
const glyph = (role, name, x, y, w, h) => `<use class="${role}" href="#g-${name == "*" ? "joker" : name}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/>`;
const text = (role, x, y, words, size, bold) => `<text class="${role}" x="${n(x)}" y="${n(y)}" font-size="${n(size)}"${bold ? ' font-weight="700"' : ""}>${words}</text>`;
const pill = (x, y, words, S, role = "pill") => {
  const width = String(words).length * S.font * 0.58 + 7, height = S.font + 4;
  return box(role, x - width / 2, y - height / 2, width, height, height / 2) + text("pilled", x, y + S.font * 0.35, words, S.font * 0.93, true);
};
function face(one, S) {
  const radius = S.width / 10;
  if (one.card == HIDDEN) {
    const inset = D.inset;
    return box("back", one.x, one.y, S.width, S.height, radius) +
      glyph("lattice", "lattice", one.x + inset, one.y + inset, S.width - 2 * inset, S.height - 2 * inset);
  }
  const [rank, suit] = one.card, role = "dh".includes(suit) ? "red" : "black";
  const whole = one.seen >= S.width, room = one.seen - 3, pad = S.width / 12, top = one.y + S.height / 16;
  const wide = Math.min(D.widths[rank] * S.rank / D.height, room), small = Math.min(S.suit, room);
  const middle = whole ? pad + Math.max(wide, small) / 2 : one.seen / 2 + 0.5;
  const x = one.side == "left" ? one.x + middle : one.x + S.width - middle;
  let drawn = box("card", one.x, one.y, S.width, S.height, radius) +
    glyph(role + " rank", rank, x - wide / 2, top, wide, S.rank);
  if (suit == "*") return drawn; // the joker
  drawn += glyph(role, suit, x - small / 2, top + S.rank * 1.2, small, small);
  if (whole) drawn += glyph(role, suit, one.side == "right" ? one.x + pad : one.x + S.width - pad - S.big,
    one.y + S.height - S.big - pad, S.big, S.big);
  return drawn;
}
function empty(pile, sign, S) {
  const kind = pile.key[0] == "H" ? { x: "closed", ".": "not laid" }[sign] || "space" : pile.sign;
  const words = ["closed", "not laid", "out"].includes(kind) ? kind.split(" ") : [];
  const dashed = ["space", "turned", "not laid"].includes(kind);
  const x = pile.x + S.width / 2, y = pile.y + S.height / 2;
  let drawn = box(dashed ? "space" : "place", pile.x + 1, pile.y + 1, S.width - 2, S.height - 2, S.width / 10);
  if (pile.sign in SUITS) drawn += glyph("outline", pile.sign, x - S.big * 0.4, y - S.big * 0.4, S.big * 0.8, S.big * 0.8);
  words.forEach((word, i) => { drawn += text("soft", x, y + S.font * (0.35 + i * 1.1 - 0.55 * (words.length - 1)), word, S.font * 0.85); });
  return drawn;
}
/** The picture of a state; `last` has the ends of the last move. */
function picture(state, last) {
  const T = table(), S = T.sizes, end = { x: 0, y: 0 };
  let drawn = box("felt", 0, 0, T.width, T.height, S.width / 5), over = "";
  const isOver = now == steps.length - 1;
  const own = T.piles.find(pile => pile.key == "h" + state.seat);
  if (!isOver) drawn += box("band" + state.seat, 2, own.y - 3, T.width - 4, S.height + 6, 8);
  const lies = T.piles.map((pile, i) => placed(pile, seen(pile.key, state.piles[i], state), S));
  if (last && last.from) drawn += box("from", last.from.x + 1, last.from.y + 1, S.width - 2, S.height - 2, S.width / 10);
  T.piles.forEach((pile, i) => {
    if (!lies[i].length) drawn += empty(pile, state.piles[i].sign, S);
    for (const one of lies[i]) drawn += face(one, S);
    for (const one of lies[i]) if (one.card == HIDDEN && (pile.counted || one.folded > 1))
      drawn += pill(one.side == "left" ? one.x + one.seen / 2 : one.x + S.width - one.seen / 2, one.y + S.height / 2, one.folded, S);
    const size = state.piles[i].cards.length, low = lies[i][0];
    if (pile.counted && size > 1 && low.card != HIDDEN) {
      const half = (String(size).length * S.font * 0.58 + 7) / 2 + 1;
      drawn += pill(low.side == "left" ? low.x + half : low.x + S.width - half, low.y + S.height - S.font / 2 - 3, size, S);
    }
    if (last && last.to == i && lies[i].length) {
      Object.assign(end, lies[i][lies[i].length - 1]);
      if (last.from) over += arrow(last.from, end, S);
      over += box("to", end.x, end.y, S.width, S.height, S.width / 10);
      if (last.clause) over += pill(end.x + S.width / 2, end.y + S.height - 2, badge(last.clause), S, "pill to");
    }
  });
  for (const [x, y, seat, words, isNumber] of T.labels) {
    const middle = y + S.height / 2;
    if (isNumber) { drawn += text("seat" + seat, x, middle + S.font * 0.35, words, S.font, true); continue; }
    const left = ["h", "t", "w", "r"].reduce((sum, kind) => {
      const i = T.piles.findIndex(pile => pile.key == kind + seat);
      return sum + (i < 0 ? 0 : state.piles[i].cards.length);
    }, 0);
    const moves = seat == state.seat && !isOver, head = middle - S.heading * 0.2, size = S.heading * 0.6;
    drawn += text("seat" + seat, x, head, words, S.heading, true);
    if (moves) drawn += glyph("seat" + seat, "arrow", x - words.length * S.heading * 0.29 - size * 1.6, head - size * 1.1, size, size);
    drawn += text("ink", x, head + S.font * 1.35, left ? `${moves ? "to move, " : ""}${left} left` : "has won", S.font * 0.95);
  }
  return { T, lies, drawn: drawn + over };
}

// ---- words --------------------------------------------------------------------------------------

const short = card => card == "**" ? "the joker" : (card[0] == "T" ? "10" : card[0]) + SUITS[card[1]][0] + "\ufe0e";
const long = card => card == "**" ? "joker" : `${RANKS[card[0]] || card[0]} of ${SUITS[card[1]][1]}`;
/** The key of the pile that a move's source or place names; of a foundation the one that changed. */
function ends(number) {
  const { entry, line } = fields(number), seat = stateAt(number - 1).seat, piles = G.tables[0].piles;
  const [source, place] = entry.replace(/[!?]$/, "").split(">"), changed = changes(line);
  const key = { turn: ["h" + seat, "t" + seat], waste: ["t" + seat, "w" + seat] }[entry];
  if (key) return key;
  if (!place) return [];
  const founded = changed.find(one => piles[one.pile][0][0] == "F");
  const named = name => name == "F" ? founded && piles[founded.pile][0] : /\d/.test(name[0]) ? "H" + name[0]
    : name[0].toLowerCase() + (/[a-z]/.test(name) ? seat : name[1] || (seat + 1) % G.seats);
  return [source == "h" ? "t" + seat : named(source), named(place)];
}
const pileAt = key => G.tables[0].piles.findIndex(pile => pile[0] == key);
function words(number) {
  if (!number) return "The start";
  const { entry, sign, line } = fields(number), [from, to] = ends(number), changed = changes(line);
  if (isUndone(number)) {
    const follows = sign[0] == "!" ? "Stop!" : "Nobody calls Stop: it is taken back.";
    return `tries ${entry.slice(0, -1)}. ${follows} ${D.verdicts[sign[1]]}`;
  }
  if (entry == "stop") return "the turn ends after Stop";
  if (entry == "pass") return "passes";
  // What was turned up is seen where it lies; what was moved need not be, as it may fill a vacancy.
  const gone = changed.find(one => one.pile == pileAt(entry == "turn" ? to : from));
  const moved = entry == "turn" ? gone.come : stateAt(number - 1).piles[gone.pile].cards.slice(-gone.gone);
  const cards = moved.map(short).join(" ");
  const note = sign[0] == "?" ? ` (an offence that nobody called. ${D.verdicts[sign[1]]})` : "";
  if (entry == "turn") return `turns up ${cards}${changed.some(one => one.pile == pileAt(from) && one.come.length) ? ", the waste turned over" : ""}${note}`;
  if (entry == "waste") return `${cards} to the waste, the turn ends${note}`;
  const seat = stateAt(number - 1).seat, kinds = { r: "reserve", w: "waste" };
  const name = key => key[0] == "t" ? "the hand" : key[0] == "F" ? "a foundation" : key[0] == "H" ? "house " + key.slice(1)
    : (key[1] == seat ? "the " : `seat ${key[1]}’s `) + kinds[key[0]];
  return `${cards} from ${name(from)} to ${name(to)}${note}`;
}
const isUndone = number => /[!?]$/.test(fields(number).entry);
/** The clause that compelled a move, or which offence it is. */
function clauseOf(number) {
  const sign = number ? fields(number).sign : "";
  return { 1: "5.1", 2: "5.2" }[sign] || (sign && `offence ${sign[1]}`);
}
/** The words of a badge, which say that a number is a rule's. */
const badge = clause => clause.startsWith("offence") ? clause : `rule ${clause}`;
/** All that lies on the table, for who hears the page. */
function told(state) {
  return G.tables[0].piles.map((pile, i) => {
    const cards = seen(pile[0], state.piles[i], state), down = cards.filter(card => card == HIDDEN).length;
    const up = cards.slice(down), shown = pile[4] == "stack" ? up.slice(-1) : up;
    return `${pile[1]}: ${[...(down ? [down + " face down"] : []), ...shown.map(long)].join(", ") || "empty"}`;
  }).join("; ");
}

// ---- showing ------------------------------------------------------------------------------------

function show(number, quietly) {
  now = Math.max(0, Math.min(steps.length - 1, number));
  const state = stateAt(now), clause = clauseOf(now);
  let last = null;
  if (now) {
    const [from, to] = ends(now), before = stateAt(now - 1), T = table(), i = T.piles.findIndex(pile => pile.key == from);
    const isMove = fields(now).line || isUndone(now);
    const lay = i < 0 || !isMove ? [] : placed(T.piles[i], seen(from, before.piles[i], before), T.sizes);
    if (isMove) last = { from: from == to ? undefined : lay[lay.length - 1], to: T.piles.findIndex(pile => pile.key == to), clause };
  }
  const { T, drawn } = picture(state, last);
  $("board").setAttribute("viewBox", `0 0 ${T.width} ${T.height}`);
  $("board").innerHTML = drawn;
  const mover = now ? `Seat ${stateAt(fields(now).entry == "stop" ? turns[turnOf(now)] : now - 1).seat}: ` : "";
  $("told").textContent = `Turn ${state.turn + 1}, seat ${state.seat}. ${told(state)}.`;
  $("number").textContent = `${now} / ${steps.length - 1}`;
  $("says").setAttribute("aria-live", quietly ? "off" : "polite");
  $("words").textContent = mover + words(now) + (now == steps.length - 1 && G.outcome ? `. ${G.outcome}` : "");
  $("clause").hidden = !clause;
  $("clause").textContent = clause.startsWith("offence") ? clause : `compulsory by ${badge(clause)}`;
  const comment = G.comments[now];
  $("comment").hidden = comment === undefined;
  $("comment").textContent = comment ?? "";
  $("slider").value = now;
  $("slider").setAttribute("aria-valuetext", `move ${now} of ${steps.length - 1}`);
  for (const one of document.querySelectorAll("#marks button, #mistakes button")) one.toggleAttribute("aria-current", +one.dataset.move == now);
  for (const line of $("curve").querySelectorAll(".here")) { line.setAttribute("x1", spot(now)); line.setAttribute("x2", spot(now)); }
  mark();
  const address = (D.games.length > 1 ? `#g${which + 1}m` : "#m") + now;
  if (location.hash != address && location.protocol != "about:") history.replaceState(null, "", address); // in a notebook's frame there is none
}
let listed = [1, 0]; // the moves in the list
/** Mark the move in the list, which holds the moves around it. */
function mark() {
  const [first, last] = listed, end = steps.length - 1;
  if (now && (now < first + 50 && first > 1 || now > last - 50 && last < end || last == 0)) list(now);
  if (last == 0 && !now) list(1);
  $("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = $("list").querySelector(`[data-move="${now}"]`);
  if (!item) { $("list").scrollTop = 0; return; }
  item.setAttribute("aria-current", "true");
  const top = item.offsetTop, room = $("list").clientHeight;
  if (top < $("list").scrollTop + 30 || top > $("list").scrollTop + room - 40) $("list").scrollTop = top - room / 2;
}
/** The turn of a move: the last that begins before it. */
function turnOf(number) {
  let low = 0, high = turns.length - 1;
  while (low < high) { const middle = (low + high + 1) >> 1; if (turns[middle] < number) low = middle; else high = middle - 1; }
  return low;
}
/** List a thousand moves before one and a thousand behind it, under the names of their turns. */
function list(number) {
  listed = [Math.max(1, number - 1000), Math.min(steps.length - 1, number + 1000)];
  const part = document.createDocumentFragment();
  let moves = null, shown = -1;
  for (let i = listed[0]; i <= listed[1]; i++) {
    const turn = turnOf(i);
    if (turn != shown) {
      const head = document.createElement("h3"), begin = stateAt(turns[turn]);
      head.textContent = `Turn ${begin.turn + 1}, seat ${begin.seat}`;
      head.className = "seat-" + begin.seat;
      moves = document.createElement("ol");
      part.append(head, moves);
      shown = turn;
    }
    moves.append(entryOf(i));
  }
  $("list").replaceChildren(part);
}
function entryOf(number) {
  const item = document.createElement("li"), button = document.createElement("button");
  const parts = [["i", number], ["code", fields(number).entry], ["span", words(number) + (G.comments[number] === undefined ? "" : " ✎")]];
  if (clauseOf(number)) parts.push(["b", badge(clauseOf(number))]);
  for (const [tag, words] of parts) {
    const part = document.createElement(tag);
    part.textContent = words;
    if (tag == "b") part.className = "clause";
    button.append(part);
  }
  button.dataset.move = number;
  item.append(button);
  return item;
}
const spot = number => 1000 * number / Math.max(1, steps.length - 1);
/** A button that goes to a mistake, with its place in their order. */
function mistake([number, words], i) {
  const button = document.createElement("button");
  button.dataset.move = number;
  button.setAttribute("aria-label", `Mistake ${i + 1}: move ${number}, ${words}`);
  return button;
}
function curve() {
  const isJudged = G.rates.length > 0;
  $("chances").hidden = !isJudged;
  $("mistakes").hidden = !G.mistakes.length;
  $("viewer").classList.toggle("judged", isJudged);
  $("caption").textContent = G.caption + (G.mistakes.length ? "; marked are the moves that cost most" : "");
  const points = G.rates.map((rate, i) => `${n(spot(i))} ${n(100 - 100 * rate)}`).join("L");
  $("curve").innerHTML = isJudged ? `<line class="middle" x1="0" x2="1000" y1="50" y2="50"/><path d="M${points}"/><line class="here" y1="0" y2="100"/>` : "";
  const end = steps.length - 1, along = [0, Math.round(end / 2), end];
  document.querySelector(".along").replaceChildren(...along.map(number => Object.assign(document.createElement("span"), { textContent: `move ${number}` })));
  $("marks").replaceChildren(...G.mistakes.map((one, i) => {
    const button = mistake(one, i);
    button.style.left = `${spot(one[0]) / 10}%`;
    button.style.top = `${100 - 100 * G.rates[one[0]]}%`;
    button.textContent = i + 1;
    return button;
  }).reverse());
  document.querySelector("#mistakes ol").replaceChildren(...G.mistakes.map((one, i) => {
    const item = document.createElement("li"), button = mistake(one, i);
    for (const [tag, words] of [["i", i + 1], ["span", `Move ${one[0]}, ${one[1]}`]]) {
      const part = document.createElement(tag);
      part.textContent = words;
      button.append(part);
    }
    item.append(button);
    return item;
  }));
}
function open(game) {
  which = game;
  G = D.games[game];
  steps = G.steps.split("\n");
  kept = [];
  turns = [0];
  for (let i = 1; i < steps.length; i++)
    if (/\t@/.test(steps[i])) turns.push(steps[i + 1]?.startsWith("stop\t") ? i + 1 : i);
  if (turns.length > 1 && turns[turns.length - 1] == steps.length - 1) turns.pop();
  listed = [1, 0];
  $("about").textContent = G.title + (G.outcome ? `. ${G.outcome}` : "");
  $("games").value = game;
  $("remarked").hidden = !Object.keys(G.comments).length;
  $("slider").max = steps.length - 1;
  const seats = G.peek ? [...Array(G.seats).keys()].map(seat => ["seat" + seat, `as seat ${seat} sees them`]) : [];
  $("sight").replaceChildren(...[["table", "as they lie"], ...seats, ["open", "all open"]].map(([value, words]) => new Option(words, value)));
  if (![...$("sight").options].some(one => one.value == sight)) sight = "table";
  $("sight").value = sight;
  curve();
}
/** Go where the address says, as far as there is such a game and such a move. */
function visit() {
  const [, game, number] = /^#(?:g(\d+))?m?(\d+)?/.exec(location.hash) || [];
  const wanted = Math.max(0, Math.min(D.games.length - 1, (game || which + 1) - 1));
  if (!G || wanted != which) open(wanted);
  show(number === undefined ? 0 : +number);
}
function stop() { clearInterval(timer); timer = 0; $("play").setAttribute("aria-pressed", "false"); }
function play() {
  if (timer) { stop(); show(now); return; }
  if (now == steps.length - 1) show(0);
  $("play").setAttribute("aria-pressed", "true");
  timer = setInterval(() => { show(now + 1, true); if (now == steps.length - 1) stop(); }, 900);
}
const go = number => { stop(); show(number); };
const acts = {
  first: () => go(0), last: () => go(steps.length - 1), back: () => go(now - 1), on: () => go(now + 1), play,
  "turn-back": () => go(turns[turnOf(now)]), "turn-on": () => go(turns[turnOf(now + 1) + 1] ?? steps.length - 1),
};
for (const [id, act] of Object.entries(acts)) $(id).addEventListener("click", act);
const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turn-back", ArrowDown: "turn-on", " ": "play" };
document.addEventListener("keydown", event => {
  const inField = event.target.closest("select, input, #list"), act = keys[event.key];
  if (!act || inField || event.ctrlKey || event.metaKey || event.altKey || (event.key == " " && event.target.closest("button"))) return;
  event.preventDefault();
  acts[act]();
});
$("slider").addEventListener("input", () => go(+$("slider").value));
for (const id of ["list", "marks", "mistakes"])
  $(id).addEventListener("click", event => { const item = event.target.closest("[data-move]"); if (item) go(+item.dataset.move); });
$("games").addEventListener("change", () => { stop(); open(+$("games").value); show(0); });
$("sight").addEventListener("change", () => { sight = $("sight").value; show(now); });
$("curve").addEventListener("click", event => { const edge = $("curve").getBoundingClientRect(); go(Math.round((event.clientX - edge.left) / edge.width * (steps.length - 1))); });
let touched = null;
$("board").addEventListener("touchstart", event => { touched = event.touches[0]; }, { passive: true });
$("board").addEventListener("touchend", event => {
  const gone = event.changedTouches[0].clientX - touched.clientX, slant = event.changedTouches[0].clientY - touched.clientY;
  if (Math.abs(gone) > 30 && Math.abs(gone) > 2 * Math.abs(slant)) go(now + (gone < 0 ? 1 : -1));
}, { passive: true });
narrow.addEventListener("change", () => show(now));
addEventListener("hashchange", visit);
$("games").replaceChildren(...D.games.map((game, i) => new Option(`${i + 1}: ${game.title}`, i)));
$("which").hidden = D.games.length < 2;
$("viewer").hidden = false;
visit();
