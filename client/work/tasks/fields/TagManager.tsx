import { isTooLong, useLengthError } from "../../../ui/fields/length";
import { maxTagNameLength } from "../../../../shared/work/projects/projects.schema";
import { ActionIcon, ColorSwatch, Menu, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { type ColorTone, colorTones } from "../../../../shared/kernel/fields";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { deleteTag, type listTags, updateTag } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { wasBlurredByUser } from "../../../ui/fields/blur-tracking";
import { toneColor } from "../../../ui/signs/tones";
import classes from "./TagManager.module.css";
import { Dialog } from "../../../ui/Dialog";
import flow from "../../../ui/layout/flow.module.css";
import tones from "../../../ui/layout/tones.module.css";

type Tag = ReplyOf<typeof listTags>["data"][number];

export function TagManager({ tags, onClose }: { tags: readonly Tag[]; onClose: () => void }) {
  const text = useText();
  const [removing, setRemoving] = useState<Tag | null>(null);
  const remove = useAction(deleteTag, { onSuccess: () => setRemoving(null) });
  return (
    <>
      <Dialog opened onClose={onClose} title={text("tags.title")} size={420}>
        {tags.length === 0 && <p className={tones.quiet}>{text("tags.none")}</p>}
        <ul className={classes.list}>
          {tags.map((tag) => (
            <li key={tag.id} className={classes.row}>
              <TagColor tag={tag} />
              <TagName key={tag.name} tag={tag} />
              <ActionIcon aria-label={text("tags.remove", { name: tag.name })} onClick={() => setRemoving(tag)}>
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Dialog>
      <ConfirmDialog
        opened={removing !== null}
        title={text("tags.removeTitle", { name: removing?.name })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ params: { id: removing.id } })}
        onClose={() => setRemoving(null)}
      >
        {text("tags.removeWhy")}
      </ConfirmDialog>
    </>
  );
}

/** Enter or blur saves, Escape cancels; a duplicate name stays in the field with an error. */
function TagName({ tag }: { tag: Tag }) {
  const text = useText();
  const [typed, setTyped] = useState(tag.name);
  const [refused, setRefused] = useState<string | null>(null);
  const lengthError = useLengthError();
  const rename = useAction(updateTag, {
    onProblem: (error) => {
      if (!(error instanceof ProblemError)) return false;
      setRefused(error.errors.name?.[0] ?? error.message);
      return true;
    },
  });
  const save = () => {
    const name = typed.trim();
    if (isTooLong(name, maxTagNameLength)) return;
    if (name === "") setTyped(tag.name);
    else if (name !== tag.name) rename.mutate({ params: { id: tag.id }, body: { name } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape" || typed === tag.name) return;
    event.stopPropagation();
    setTyped(tag.name);
    setRefused(null);
  };
  return (
    <TextInput
      className={flow.grow}
      size="sm"
      dir="auto"
      value={typed}
      error={lengthError(typed, maxTagNameLength) ?? refused}
      aria-label={text("tags.name", { name: tag.name })}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setRefused(null);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => wasBlurredByUser() && save()}
    />
  );
}

function TagColor({ tag }: { tag: Tag }) {
  const text = useText();
  const recolor = useAction(updateTag);
  return (
    <Menu width={160}>
      <Menu.Target>
        <ActionIcon aria-label={text("tags.color", { name: tag.name })}>
          <ColorSwatch size={14} radius={3} withShadow={false} color={toneColor(tag.color)} component="span" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {colorTones.map((tone: ColorTone) => (
          <Menu.Item
            key={tone}
            leftSection={
              <ColorSwatch size={12} radius={3} withShadow={false} color={toneColor(tone)} component="span" />
            }
            onClick={() => tone !== tag.color && recolor.mutate({ params: { id: tag.id }, body: { color: tone } })}
          >
            {text(`color.${tone}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
