import { type Goal, defineGoal, formatSpread } from "../goal-definitions";
import type { CrowdResults } from "./crowd";
import type { BoardComparison, NetworkDropResult } from "./dropping";
import type { RestartResult } from "./returns";
import type { UserCapacity } from "./users";

const line = <Figure>(
  what: string,
  wanted: string,
  ofCrowd: (crowd: CrowdResults) => Figure,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal => defineGoal<Figure>({ what, goal: wanted, value: () => null, ofCrowd, text, ...(ok ? { ok } : {}) });

const right = ({ wrong, faults }: BoardComparison) => wrong === 0 && faults.length === 0;

const isBack = ({ downMs, freshMs, clients, wrong, late, generators, load }: RestartResult) =>
  `${freshMs} ms after its first answer, ${downMs + freshMs} after the signal; ${wrong + late} of ${clients} wrong ` +
  `(load generator ${generators} % of a core, load ${load})`;
const allFresh = (figure: RestartResult) => right(figure) && figure.late === 0;

export const crowdGoals: readonly Goal[] = [
  line<NetworkDropResult>(
    "1,000 clients that lose their connection for 1 to 5 s again and again for a minute, 20 moves/s: how many end up wrong",
    "0",
    ({ dropping }) => dropping,
    ({ wrong, clients, drops, moves, applied, readAgain, back, shares }) =>
      `${wrong} of ${clients} (${drops} drops, ${moves} moves, ${applied} events applied, ${readAgain} reads; back p99 ${back.p99} ms; ` +
      `load generator ${shares.generators} % of a core, load ${shares.load})`,
    right,
  ),
  line<RestartResult>(
    "the server restarted under 2,000 clients: until all are equal",
    "≤ 5 s after the signal",
    ({ restarted }) => restarted,
    isBack,
    (figure) => allFresh(figure) && figure.downMs + figure.freshMs <= 5_000,
  ),
  line<RestartResult>(
    "calls of another tenant, undisturbed → from the new server's first answer on: p50 / p95 / p99",
    "p99 ≤ 500 ms",
    ({ restarted }) => restarted,
    ({ calm, calls, unanswered, errors }) =>
      `${formatSpread(calm)} → ${formatSpread(calls)} (${unanswered} found nobody while it was down)${errors ? `, ${errors} errors` : ""}`,
    ({ calls, errors }) => calls.p99 <= 500 && errors === 0,
  ),
  line<RestartResult>(
    "kill -9 of everything at once under 200 clients: until all are fresh",
    "≤ 3 s after the first answer",
    ({ crashed }) => crashed,
    isBack,
    (figure) => allFresh(figure) && figure.freshMs <= 3_000,
  ),
  line<UserCapacity>(
    "live users, 50 to a board with a move every 5 s, until sent → seen takes more than 200 ms at p99",
    "≥ 5,000",
    ({ users }) => users,
    ({ steps, most, isAll }) => {
      const served = steps.find(({ users }) => users === most);
      const rest = served
        ? `: ${formatSpread(served.seen)}; load generator ${served.shares.generators} % of a core, load ${served.shares.load}`
        : "";
      return `${most}${isAll ? " and more" : ""}${rest}`;
    },
    ({ most }) => most >= 5_000,
  ),
  line<UserCapacity>(
    "memory per socket, of as many, workers included",
    "",
    ({ users }) => users,
    ({ socketKb, steps }) => `${socketKb} kB (${steps.at(-1)?.memory} MB with ${steps.at(-1)?.users})`,
  ),
];
