// A situation and what the books say about it, to be passed on: as Markdown for a forum, and as a picture.
import { MARKS } from "./drawing.js";

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1).replace(/\.*$/, "")}.`;

/** What one group of books comes to, in sentences. */
export const sentencesOf = ({ stuck, editions, verdict }) =>
  (stuck ? [`By ${editions.join(", ")} this line of play stops: ${stuck}`] : verdict).map(sentence);

const verdictOf = (one) => sentencesOf(one).join(" ");

/** Markdown for a forum. */
export function markdown({ title, line, steps, columns, link }) {
  return [
    `**${title}**`,
    "",
    `    ${line}`,
    "",
    ...steps.map((step, number) => `${number + 1}. ${step.seat}: ${step.does}`),
    ...(steps.length ? [""] : []),
    ...columns.map((one) => `- **${one.editions.join(" ")}**: ${verdictOf(one)}`),
    "",
    `[Open on the board](${link})`,
  ].join("\n");
}

const WIDTH = 1080;
const COLORS = ["#0b6074", "#8f2b86", "#7a5600", "#2c6b1f"];
const INK = "#1d1b18";
const CARD = { width: 178, height: 112, gap: 12 };

/** Words in lines that fit a width. */
function wrapped(paint, words, width) {
  const lines = [""];
  for (const word of words.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (paint.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A picture of a table and its verdicts, as a canvas; `hueOfCard` gives the color of a card's faction. */
export function picture({ title, steps, columns, frame, hueOfCard }) {
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext("2d");
  const margin = 40;
  const deeds = []; // everything is measured first, then painted on a canvas of the right height
  let y = margin;
  const text = (words, { size = 26, bold = false, color = INK, x = margin, width = WIDTH - 2 * margin } = {}) => {
    const font = `${bold ? "700" : "400"} ${size}px system-ui, sans-serif`;
    paint.font = font;
    for (const line of wrapped(paint, words, width)) {
      const at = (y += size * 1.3);
      deeds.push(() => {
        paint.font = font;
        paint.fillStyle = color;
        paint.fillText(line, x, at);
      });
    }
  };
  text(title, { size: 38, bold: true });
  y += 14;
  const written = (words, x, at, { size, bold = true, italic = false, color = INK, align = "left" }) => {
    paint.font = `${italic ? "italic " : ""}${bold ? "700" : "400"} ${size}px system-ui, sans-serif`;
    paint.fillStyle = color;
    paint.textAlign = align;
    paint.fillText(words, x, at);
    paint.textAlign = "left";
  };
  const box = (x, top, width, height, round, fill, edge) => {
    paint.beginPath();
    paint.roundRect(x, top, width, height, round);
    paint.fillStyle = fill;
    paint.fill();
    paint.strokeStyle = edge;
    paint.lineWidth = 2;
    if (edge) paint.stroke();
  };
  const card = (number, x, top) => {
    const one = frame.cards[number] ?? { name: "face down" };
    const hue = hueOfCard(one);
    box(x, top, CARD.width, CARD.height, 12, hue === undefined ? "#fffdf8" : `hsl(${hue} 55% 92%)`, hue === undefined ? "#8b8577" : `hsl(${hue} 30% 55%)`);
    if (one.controller >= 0) box(x + 2, top + 2, CARD.width - 4, 7, [10, 10, 0, 0], COLORS[one.controller]);
    const changed = one.printed !== undefined && one.printed !== one.power;
    const power = one.power === undefined ? "" : changed ? `${one.printed}→${one.power}` : String(one.power);
    if (power) {
      paint.font = "700 20px system-ui, sans-serif";
      const width = Math.max(34, paint.measureText(power).width + 18);
      box(x + 9, top + 17, width, 30, 15, changed ? (one.power > one.printed ? "#1c6b3c" : "#a3261b") : INK);
      written(power, x + 9 + width / 2, top + 39, { size: 20, color: "#fff", align: "center" });
    } else written(one.type ?? "", x + 11, top + 38, { size: 16, bold: false, color: "#5f5a50" });
    if (one.counters) written(`+${one.counters}`, x + CARD.width - 10, top + 39, { size: 18, color: "#1c6b3c", align: "right" });
    const italic = one.type === "action";
    paint.font = `${italic ? "italic " : ""}700 19px system-ui, sans-serif`;
    wrapped(paint, one.name, CARD.width - 20).slice(0, 2).forEach((line, place) => written(line, x + 11, top + 68 + 21 * place, { size: 19, italic }));
    const on = (one.attached ?? []).map((other) => frame.cards[other]?.name).filter(Boolean);
    if (on.length) written(wrapped(paint, `with ${on.join(", ")}`, CARD.width + 30)[0], x + 11, top + 106, { size: 14, bold: false, italic: true });
  };
  /** Rows of cards, as wide as there is room. */
  const row = (numbers, x, width) => {
    const most = Math.floor((width + CARD.gap) / (CARD.width + CARD.gap));
    y += 10;
    numbers.forEach((number, place) => {
      const [left, top] = [x + (place % most) * (CARD.width + CARD.gap), y + Math.floor(place / most) * (CARD.height + CARD.gap)];
      deeds.push(() => card(number, left, top));
    });
    y += Math.ceil(numbers.length / most) * (CARD.height + CARD.gap);
  };
  for (const place of frame.places ?? []) {
    const base = frame.bases[place];
    const top = y + 10;
    y = top + 8;
    text(`${frame.cards[base.card]?.name}  ${base.power}/${base.breakpoint}  ·  VP ${base.vp.join(" ")}`, { size: 28, bold: true, x: margin + 20 });
    frame.players.forEach((player, seat) => {
      const there = [...(base.minions ?? []), ...(base.actions ?? []), ...Object.values(base.piles ?? {}).flatMap((pile) => pile.cards ?? [])];
      const here = there.filter((number) => frame.cards[number]?.controller === seat);
      if (!here.length) return;
      text(`${MARKS[seat]} ${player.name} ${base.totals[seat]}`, { size: 24, bold: true, color: COLORS[seat], x: margin + 20 });
      row(here, margin + 20, WIDTH - 2 * margin - 40);
    });
    const bottom = (y += 6);
    deeds.unshift(() => box(margin, top, WIDTH - 2 * margin, bottom - top, 16, "#f6f7f2", "#b9b3a5"));
    y += 6;
  }
  y += 4;
  frame.players.forEach((player, seat) => {
    const hand = player.hand.filter(Boolean);
    if (!hand.length) return;
    text(`${MARKS[seat]} ${player.name}'s hand`, { size: 24, bold: true, color: COLORS[seat] });
    row(hand, margin, WIDTH - 2 * margin);
  });
  if (steps.length) y += 10;
  steps.forEach((step, number) => text(`${number + 1}. ${step.seat}: ${step.does}`));
  for (const one of columns) {
    y += 14;
    text(one.editions.join(" · "), { size: 22, bold: true, color: "#8a2f1d" });
    text(verdictOf(one), { bold: true });
  }
  canvas.width = WIDTH;
  canvas.height = Math.ceil(y + margin);
  paint.fillStyle = "#e7ebe2";
  paint.fillRect(0, 0, canvas.width, canvas.height);
  deeds.forEach((deed) => deed());
  return canvas;
}

/** Let the reader keep a file. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
