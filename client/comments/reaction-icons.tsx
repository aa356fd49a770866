import {
  IconCircleCheckFilled,
  IconConfetti,
  IconEyeFilled,
  IconHeartFilled,
  IconMoodSmileFilled,
  type IconProps,
  IconThumbUpFilled,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { ReactionEmoji } from "../../shared/comments/comments.schema";
import type { MessageId } from "../platform/intl/catalogues";

interface ReactionFace {
  Icon: ComponentType<IconProps>;
  /** A design token. */
  color: string;
  name: MessageId;
}

/** Drawn, not typed: not every device has a font with these, and no two look alike. */
export const reactionFaces: Record<ReactionEmoji, ReactionFace> = {
  like: { Icon: IconThumbUpFilled, color: "var(--tag-blue)", name: "reaction.like" },
  heart: { Icon: IconHeartFilled, color: "var(--tag-rose)", name: "reaction.heart" },
  laugh: { Icon: IconMoodSmileFilled, color: "var(--tag-amber)", name: "reaction.laugh" },
  celebrate: { Icon: IconConfetti, color: "var(--tag-violet)", name: "reaction.celebrate" },
  eyes: { Icon: IconEyeFilled, color: "var(--tag-teal)", name: "reaction.eyes" },
  done: { Icon: IconCircleCheckFilled, color: "var(--tag-green)", name: "reaction.done" },
};
