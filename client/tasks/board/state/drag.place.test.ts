import fc from "fast-check";
import { columnStep, placeAmong, placeAtVisible, visibleIndex } from "./drag.place";

const standing = (ids: readonly number[], height = 80) => ids.map((id, at) => ({ id, top: at * (height + 8), height }));

describe("where a dragged card would land", () => {
  const order = [1, 2, 3, 4];

  it("is before the first card whose middle lies below", () => {
    expect(placeAmong(9, 0, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: null, afterId: 1 });
    expect(placeAmong(9, 45, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: 1, afterId: 2 });
    expect(placeAmong(9, 9_999, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: 4, afterId: null });
  });

  it("doesn't count the card in the hand", () => {
    expect(placeAmong(9, 0, standing(order), order, [1])).toEqual({ columnId: 9, beforeId: null, afterId: 2 });
  });

  it("doesn't count any of several cards in the hand", () => {
    expect(placeAmong(9, 9_999, standing(order), order, [2, 4])).toEqual({ columnId: 9, beforeId: 3, afterId: null });
  });

  it("names real neighbours when a filter hides cards between", () => {
    expect(placeAmong(9, 50, standing([1, 4]), order, [99])).toEqual({ columnId: 9, beforeId: 3, afterId: 4 });
    expect(placeAmong(9, 9_999, standing([1, 2]), order, [99])).toEqual({ columnId: 9, beforeId: 2, afterId: 3 });
  });

  it("is the end of an empty column", () => {
    expect(placeAmong(9, 50, [], [], [99])).toEqual({ columnId: 9, beforeId: null, afterId: null });
  });
});

describe("steps by key", () => {
  const order = [1, 2, 3, 4, 5];

  it("find every place that is shown, among those that a filter hides", () => {
    fc.assert(
      fc.property(fc.subarray(order), (shown) => {
        for (let at = 0; at <= shown.length; at++) {
          expect(visibleIndex(placeAtVisible(9, at, shown, order), shown, order)).toBe(at);
        }
      }),
    );
  });

  it("to the side follow the direction of writing", () => {
    expect([columnStep("ArrowRight", false), columnStep("ArrowLeft", false)]).toEqual([1, -1]);
    expect([columnStep("ArrowRight", true), columnStep("ArrowLeft", true)]).toEqual([-1, 1]);
  });
});
