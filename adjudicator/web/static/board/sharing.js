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

/** A picture of a table and its verdicts, as a canvas. */
export function picture({ title, steps, columns, frame }) {
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext("2d");
  const margin = 40;
  const deeds = []; // everything is measured first, then painted on a canvas of the right height
  let y = margin;
  const text = (words, { size = 26, bold = false, color = "#1d1b18", x = margin, width = WIDTH - 2 * margin } = {}) => {
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
  const called = (number) => {
    const card = frame.cards[number] ?? { name: "a face-down card" };
    const on = (card.attached ?? []).map((one) => frame.cards[one]?.name).filter(Boolean);
    return [card.name, card.power ?? "", card.counters ? `(+${card.counters})` : "", on.length ? `[${on.join(", ")}]` : ""].filter((part) => part !== "").join(" ");
  };
  for (const place of frame.places ?? []) {
    const base = frame.bases[place];
    const top = y + 10;
    y = top + 8;
    text(`${frame.cards[base.card]?.name}  ${base.power}/${base.breakpoint}  ·  VP ${base.vp.join(" ")}`, { size: 28, bold: true, x: margin + 20 });
    frame.players.forEach((player, seat) => {
      const there = [...(base.minions ?? []), ...(base.actions ?? []), ...Object.values(base.piles ?? {}).flatMap((pile) => pile.cards ?? [])];
      const here = there.filter((number) => frame.cards[number]?.controller === seat);
      if (here.length) text(`${MARKS[seat]} ${player.name} ${base.totals[seat]}: ${here.map(called).join(", ")}`, { color: COLORS[seat], x: margin + 20, width: WIDTH - 2 * margin - 40 });
    });
    const bottom = (y += 18);
    deeds.unshift(() => {
      paint.fillStyle = "#f6f7f2";
      paint.strokeStyle = "#b9b3a5";
      paint.beginPath();
      paint.roundRect(margin, top, WIDTH - 2 * margin, bottom - top, 16);
      paint.fill();
      paint.stroke();
    });
  }
  y += 8;
  frame.players.forEach((player, seat) => {
    const hand = player.hand.filter(Boolean).map(called);
    if (hand.length) text(`${MARKS[seat]} ${player.name}'s hand: ${hand.join(", ")}`, { color: COLORS[seat] });
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
