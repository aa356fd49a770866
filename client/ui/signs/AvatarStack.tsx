import { Tooltip } from "@mantine/core";
import type { CSSProperties } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "./Avatar";
import classes from "./Avatar.module.css";
import { type Person, presenceColor } from "./people";

interface AvatarStackProps {
  people: readonly Person[];
  /** Total number, if `people` contains only the first ones. */
  count?: number;
  size?: number;
  /** Number of avatars before a count such as "+3". */
  max?: number;
  /** Adds rings in this project's presence colors; all shown users are present. */
  presentIn?: number;
}

export function AvatarStack({ people, count = people.length, size = 24, max = 3, presentIn }: AvatarStackProps) {
  const text = useText();
  const { number, list } = useFormat();
  const visiblePeople = count > max + 1 ? people.slice(0, max) : people;
  const rest = count - visiblePeople.length;
  const names = people.slice(visiblePeople.length).map(({ fullname }) => fullname);
  const unnamed = count > people.length ? [text("ui.more", { count: number(count - people.length) })] : [];
  const others = list([...names, ...unnamed]);
  return (
    <span
      className={`${classes.stack} ${presentIn === undefined ? "" : classes.present}`}
      data-small={size <= 20 || undefined}
      style={{ "--size": `${size}px` } as CSSProperties}
    >
      {visiblePeople.map((person) => (
        <Avatar
          key={person.id}
          person={person}
          size={size}
          ring={presentIn === undefined ? undefined : presenceColor(person.id, presentIn)}
        />
      ))}
      {rest > 0 && (
        <Tooltip label={others}>
          <span className={classes.rest} role="img" aria-label={others}>
            {text("ui.more", { count: number(rest) })}
          </span>
        </Tooltip>
      )}
    </span>
  );
}
