import type { CSSProperties } from "react";
import { firstNameOf } from "../../ui/signs/people";
import { useText } from "../../platform/intl/useText";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import classes from "./BoardIllustration.module.css";

/** Lanes of card heights in px; `null` is the empty slot of the dragged card. */
const lanes: { shift: number; strength: number; cards: (number | null)[] }[] = [
  { shift: -54, strength: 0.55, cards: [92, 74, 110, 86, 74, 120, 92, 88, 74, 110, 86] },
  { shift: 40, strength: 0.85, cards: [86, 120, null, 74, 98, 86, 110, 92, 86, 74] },
  { shift: -96, strength: 1, cards: [120, 86, 98, 110, 74, 92, 86, 92, 110, 86, 98] },
  { shift: 10, strength: 0.6, cards: [74, 110, 86, 120, 86, 98, 74, 110, 92, 86] },
];

export function BoardIllustration() {
  const text = useText();
  return (
    <div className={classes.art} aria-hidden>
      {lanes.map((lane, index) => (
        <div
          key={lane.shift}
          className={classes.lane}
          style={{ "--lane": index, "--shift": `${lane.shift}px`, opacity: lane.strength } as CSSProperties}
        >
          {lane.cards.map((height, position) => (
            <i
              // The list is static, so the index is a stable key.
              key={position}
              className={height === null ? classes.slot : undefined}
              style={{ blockSize: height ?? 86 }}
            />
          ))}
        </div>
      ))}
      <div className={classes.hand}>
        <div className={classes.card} data-mantine-color-scheme="light">
          <div className={classes.meta}>
            <PriorityBars priority="high" />
            <bdi className="key">WEB-129</bdi>
          </div>
          {text("login.artTask")}
        </div>
        <svg className={`${classes.cursor} flip`} width="18" height="20" viewBox="0 0 18 20">
          <path d="M2 2l13 6-6 2-2.4 6z" strokeWidth="1.4" strokeLinejoin="round" />
        </svg>
        <span className={classes.who}>{firstNameOf(text("login.artName"))}</span>
      </div>
    </div>
  );
}
