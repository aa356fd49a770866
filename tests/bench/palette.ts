import type { Findable } from "../../client/insights/search/match";
import { emptyPalette, type PaletteAction, paletteReducer } from "../../client/insights/search/palette.state";
import { type Percentiles, percentilesOf } from "./figures";

const titles = [
  "Rate table service: new rounding rules",
  "ترتيب رفوف التبريد حسب تاريخ الصلاحية",
  "신입 사원 안내문 번역",
  "Größere Straßenkarte für alle Fahrer",
  "کتێبخانەی گشتی و بەشەکان",
] as const;
const queries = ["rate table", "رفوف", "117", "안내", "strassen", "كتيب", "rules 4", "e"];

/** Processor time in ms, which isn't affected by other programs on the machine. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Measures one letter typed into the command palette with 5,000 loaded rows, after they have been folded. */
export function measurePalette(rounds: number): Percentiles {
  const items = Array.from({ length: 5_000 }, (_, at): Findable => {
    const title = `${titles[at % titles.length]} ${at}`;
    return { id: `task:${at}`, group: "tasks", key: `WEB-${at}`, title, snippet: null, weight: at % 3 };
  });
  const act = paletteReducer<Findable>;
  const typed = (query: string): PaletteAction<Findable> => ({ type: "typed", query, trailingRows: () => [] });
  let state = act(emptyPalette(), { type: "known", items, initial: [] });
  state = act(state, typed("x"));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const query of queries) {
      for (let length = 1; length <= query.length; length++) {
        const before = cpuMs();
        state = act(state, typed(query.slice(0, length)));
        times.push(cpuMs() - before);
      }
    }
  }
  return percentilesOf(times);
}
