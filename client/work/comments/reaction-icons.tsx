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
import type { ReactionEmoji } from "../../../shared/work/comments/comments.schema";
import type { MessageId } from "../../platform/intl/catalogues";

interface ReactionIcon {
  Icon: ComponentType<IconProps>;
  color: string;
  name: MessageId;
}

/** Icons instead of emoji characters, which look different on each device or are missing. */
export const reactionIcons: Record<ReactionEmoji, ReactionIcon> = {
  like: { Icon: IconThumbUpFilled, color: "var(--tag-blue)", name: "reaction.like" },
  heart: { Icon: IconHeartFilled, color: "var(--tag-rose)", name: "reaction.heart" },
  laugh: { Icon: IconMoodSmileFilled, color: "var(--tag-amber)", name: "reaction.laugh" },
  celebrate: { Icon: IconConfetti, color: "var(--tag-violet)", name: "reaction.celebrate" },
  eyes: { Icon: IconEyeFilled, color: "var(--tag-teal)", name: "reaction.eyes" },
  done: { Icon: IconCircleCheckFilled, color: "var(--tag-green)", name: "reaction.done" },
};
