import type { Random } from "./demo.random";

interface Speaker {
  id: number;
  fullname: string;
}

/** What people say to each other about any work. `{}` is somebody who is mentioned. */
const remarks: readonly string[] = [
  "I can take this on Thursday.",
  "Ready for a second pair of eyes. {} do you have ten minutes?",
  "{} could you look at the wording? I am not sure about the second sentence.",
  "Agreed on the phone: we keep the old way for one more month.",
  "Let us split this. The second half can wait until the harvest is over.",
  "Noted in the handbook, with pictures.",
  "I moved the date, the answer comes on Monday.",
  "{} this touches what you are doing. Shall we talk before lunch?",
  "Good find, thank you {}!",
  "I would rather do less, but by Friday.",
  "Looks right to me.",
  "I have left a list of what is still open in the description.",
  "Can we do without? It costs a week.",
  "{} you know this better than I do: is that how it should be?",
  "Done on my side. What remains is waiting for {}.",
  "Sieht gut aus, danke!",
  "ممتاز، شكرًا لكم. سأراجعها صباح الغد.",
  "سوپاس، ئێستا زۆر باشترە.",
  "확인했습니다. 수요일까지 정리하겠습니다.",
  "مرحبًا {}، هل يمكنك إلقاء نظرة؟",
];

export type Trade = "digital" | "depot" | "finance" | "coffee";

/** What they say about work of a kind. */
const remarksOf: Readonly<Record<Trade, readonly string[]>> = {
  digital: [
    "Two customers asked for this again yesterday.",
    "Works on my side now, also on the oldest tablet we have.",
    "Tried it with the night shift. Three of four found it without help.",
    "Not convinced yet. What happens when there is no network?",
    "That was the reason. Repaired, and a test guards it.",
    "One question: who tells the drivers?",
    "Shown to the team, they like it. {} one wish: larger letters.",
    "I can repeat it on my phone now. It only happens when the page is opened from a link.",
    "{} the icons are in the shared folder, in both themes.",
    "Merged. It goes out with the next version on Tuesday.",
    "In Arabic the arrow points the wrong way. The rest is fine.",
    "Half the time it took before, measured on three phones.",
  ],
  depot: [
    "Blocked until the answer of the city is here. I call them every morning.",
    "{} the papers are in the shared folder, please check the stamp.",
    "Mersin did it this way, and would do it again.",
    "The supplier can deliver on the 3rd, if the crane is there.",
    "Measured again: twelve centimetres more than in the plan.",
    "Who has the key to the yard at the week-end? {}",
    "The neighbours agree, as long as nobody drills before seven.",
    "Three offers are in. The middle one is the only one with service in town.",
    "Photos of this morning are in the folder, the floor is dry.",
    "The fire brigade wants one more door. I draw it in.",
  ],
  finance: [
    "{} I miss two receipts from September.",
    "The difference is found: a rate of the wrong day.",
    "The auditor asks for the contract, not for the invoice.",
    "Booked and documented. Four eyes have seen it.",
    "Nine are left, the three largest are paid.",
    "Please no more bookings in October from tomorrow on.",
    "{} who may sign for this one?",
    "The list agrees with the bank to the cent.",
  ],
  coffee: [
    "Tasted it blind with {}. The second one, clearly.",
    "The carpenter has time next week.",
    "Regulars want oat milk. I know, again.",
    "{} can you open on Saturday?",
  ],
};

const lists: readonly string[] = [
  "<p>What is left:</p><ul><li>ask the depots</li><li>one test on a slow phone</li><li>tell the service desk</li></ul>",
  "<p>Measured today:</p><ul><li>before: <strong>4.1 s</strong></li><li>now: <strong>1.3 s</strong></li></ul>",
  "<p>From the call:</p><ol><li>they want it before the holidays</li><li>price is fine</li><li>training is ours</li></ol>",
];

export interface Remark {
  html: string;
  mentions: number[];
}

/** Something `author` might say, to one of the others now and then; in the shape that the server stores. */
export function remark(random: Random, trade: Trade, others: readonly Speaker[]): Remark {
  if (trade === "digital" && random.chance(0.08)) return { html: random.pick(lists), mentions: [] };
  const text = random.pick(random.chance(0.55) ? remarksOf[trade] : remarks);
  if (!text.includes("{}")) return { html: `<p>${text}</p>`, mentions: [] };
  const other = random.pick(others);
  const mention = `<span data-mention="${other.id}">@${other.fullname}</span>`;
  return { html: `<p>${text.replace("{}", mention)}</p>`, mentions: [other.id] };
}

const descriptions: readonly string[] = [
  "<p>Came up in the round with the depots. Small, but it is asked for every week.</p>",
  "<p><strong>Why:</strong> every third call to the service desk is about this.</p><p><strong>Done when</strong> nobody has to ask.</p>",
  "<p>See the notes of the last meeting. The short version:</p><ul><li>what is there stays</li><li>no new words</li><li>works without a mouse</li></ul>",
  "<p>Start with the simplest thing that helps, then look again.</p>",
  "<p>Owner of the question: whoever picks this up. Ask Grace for examples from customers.</p>",
  "<p>We tried this last year and stopped half-way, because nobody had decided the names.</p>",
];

export function description(random: Random): string | null {
  return random.chance(0.6) ? random.pick(descriptions) : null;
}
