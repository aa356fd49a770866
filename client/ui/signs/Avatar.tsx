import { Tooltip } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import classes from "./Avatar.module.css";
import { hueOf, initialsOf, type Person } from "./people";

export interface AvatarProps {
  person: Person;
  /** Size in px: 20, 24 (default), 28, 32, 40. */
  size?: number;
  /** Color of a ring that marks a present user. */
  ring?: string;
  /** Set if the name is shown next to the avatar, which then needs no accessible name or tooltip. */
  hasVisibleName?: boolean;
  dimmed?: boolean;
}

export function Avatar({ person, size = 24, ring, hasVisibleName = false, dimmed = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = person.image && broken !== person.image ? person.image : null;
  const style = { "--size": `${size}px`, "--ring": ring } as CSSProperties;
  const face = (
    <span
      className={classes.avatar}
      data-hue={dimmed ? "grey" : hueOf(person.id)}
      data-here={ring ? true : undefined}
      style={style}
      role={hasVisibleName ? undefined : "img"}
      aria-hidden={hasVisibleName || undefined}
      aria-label={hasVisibleName ? undefined : person.fullname}
    >
      {image ? <img src={image} alt="" loading="lazy" onError={() => setBroken(image)} /> : initialsOf(person.fullname)}
    </span>
  );
  return hasVisibleName ? face : <Tooltip label={<bdi>{person.fullname}</bdi>}>{face}</Tooltip>;
}
