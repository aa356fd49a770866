import fc from "fast-check";
import { completed, layoutFor, moved, panels, placed, toggled } from "./dashboard.rules";

const usual = layoutFor({ decides: false, people: false });
const all = ({ main, side, hidden }: typeof usual) => [...main, ...side, ...hidden].toSorted();

test("whoever decides begins with what waits, whoever looks after people with them", () => {
  expect(layoutFor({ decides: true, people: false }).main[0]).toBe("requests");
  expect(layoutFor({ decides: false, people: true }).side[0]).toBe("away");
  expect(usual.main[0]).toBe("tasks");
  for (const may of [true, false])
    expect(all(layoutFor({ decides: may, people: may }))).toEqual([...panels].toSorted());
});

test("however often it is moved, dragged and hidden, each panel is there once", () => {
  const name = fc.constantFrom(...panels);
  const step = fc.oneof(
    fc.tuple(fc.constant("move"), name, fc.constantFrom(-1 as const, 1 as const)),
    fc.tuple(fc.constant("place"), name, fc.option(name)),
    fc.tuple(fc.constant("hide"), name, fc.constant(null)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let layout = usual;
      for (const [kind, one, more] of steps) {
        if (kind === "move") layout = moved(layout, one, more as -1 | 1);
        else if (kind === "hide") layout = toggled(layout, one, usual);
        else layout = placed(layout, one, "side", more as null);
        expect(all(layout)).toEqual([...panels].toSorted());
      }
    }),
    { numRuns: 60 },
  );
});

test("what is kept twice or isn't kept at all is there once", () => {
  const kept = { main: ["plan", "plan"], side: ["plan", "unread"], hidden: ["unread", "news", "old"] };
  const layout = completed(kept as never, usual);
  expect(layout.main[0]).toBe("plan");
  expect(layout.hidden).toEqual(["news"]);
  expect(all(layout)).toEqual([...panels].toSorted());
});
