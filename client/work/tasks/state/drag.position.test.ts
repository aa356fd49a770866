import fc from "fast-check";
import { columnStep, dropPositionAt, positionAtVisibleIndex, visibleIndex } from "./drag.position";

const standing = (ids: readonly number[], height = 80) => ids.map((id, at) => ({ id, top: at * (height + 8), height }));

describe("drop position of a dragged card", () => {
  const order = [1, 2, 3, 4];

  it("the drop position is before the first card whose middle is below", () => {
    expect(dropPositionAt(9, 0, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: null, afterId: 1 });
    expect(dropPositionAt(9, 45, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: 1, afterId: 2 });
    expect(dropPositionAt(9, 9_999, standing(order), order, [99])).toEqual({ columnId: 9, beforeId: 4, afterId: null });
  });

  it("the drop position ignores the dragged card", () => {
    expect(dropPositionAt(9, 0, standing(order), order, [1])).toEqual({ columnId: 9, beforeId: null, afterId: 2 });
  });

  it("the drop position ignores all of several dragged cards", () => {
    expect(dropPositionAt(9, 9_999, standing(order), order, [2, 4])).toEqual({
      columnId: 9,
      beforeId: 3,
      afterId: null,
    });
  });

  it("neighbors of the drop position include cards hidden by a filter", () => {
    expect(dropPositionAt(9, 50, standing([1, 4]), order, [99])).toEqual({ columnId: 9, beforeId: 3, afterId: 4 });
    expect(dropPositionAt(9, 9_999, standing([1, 2]), order, [99])).toEqual({ columnId: 9, beforeId: 2, afterId: 3 });
  });

  it("the drop position in an empty column is its end", () => {
    expect(dropPositionAt(9, 50, [], [], [99])).toEqual({ columnId: 9, beforeId: null, afterId: null });
  });
});

describe("keyboard steps", () => {
  const order = [1, 2, 3, 4, 5];

  it("keyboard steps reach every visible position among filtered cards", () => {
    fc.assert(
      fc.property(fc.subarray(order), (visibleIds) => {
        for (let at = 0; at <= visibleIds.length; at++) {
          expect(visibleIndex(positionAtVisibleIndex(9, at, visibleIds, order), visibleIds, order)).toBe(at);
        }
      }),
    );
  });

  it("horizontal keyboard steps follow the reading direction", () => {
    expect([columnStep("ArrowRight", false), columnStep("ArrowLeft", false)]).toEqual([1, -1]);
    expect([columnStep("ArrowRight", true), columnStep("ArrowLeft", true)]).toEqual([-1, 1]);
  });
});
