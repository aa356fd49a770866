import { ActionIcon, Popover, UnstyledButton } from "@mantine/core";
import { IconMoodPlus } from "@tabler/icons-react";
import { useState } from "react";
import { reactionEmoji } from "../../../shared/work/comments/comments.schema";
import { useText } from "../../platform/intl/useText";
import classes from "./CommentReactions.module.css";
import { reactionIcons } from "./reaction-icons";
import type { ReactionControl } from "./useReactions";

export function ReactionPicker({ reacting }: { reacting: ReactionControl }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="top-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label={text("reaction.add")}
          title={text("reaction.add")}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
        >
          <IconMoodPlus size={14} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text("reaction.add")} p={0}>
        <div className={classes.choice}>
          {reactionEmoji.map((emoji) => {
            const { Icon, color, name } = reactionIcons[emoji];
            return (
              <UnstyledButton
                key={emoji}
                className={classes.face}
                aria-label={text(name)}
                title={text(name)}
                aria-pressed={reacting.isOwn(emoji)}
                onClick={() => {
                  setOpen(false);
                  reacting.react(emoji, !reacting.isOwn(emoji));
                }}
              >
                <Icon size={20} stroke={1.75} style={{ color }} aria-hidden />
              </UnstyledButton>
            );
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
