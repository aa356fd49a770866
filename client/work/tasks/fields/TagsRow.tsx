import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { createTag } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { TagChip } from "../../../ui/signs/TagChip";
import { toneColor } from "../../../ui/signs/tones";
import { FieldRow } from "./FieldRow";
import type { CommandArgument } from "../../../ui/palette/palette";
import { Picker } from "../../../ui/fields/Picker";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import { TagManager } from "./TagManager";
import { useTaskChoices } from "./useTaskChoices";
import type { TaskFields } from "./useTaskFields";

/** Tags to add or remove, for the tags row and the command palette. */
export function useTagArgument(fields: TaskFields): CommandArgument {
  const { tags } = useTaskChoices(useShownTask());
  const ids = fields.value<readonly number[]>("tags");
  return {
    options: tags.map((tag) => ({
      value: String(tag.id),
      label: tag.name,
      icon: <i className={classes.dot} style={{ background: toneColor(tag.color) }} />,
    })),
    chosen: ids.map(String),
    pick: (value) => {
      const id = Number(value);
      saveTags(fields, ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    },
  };
}

const saveTags = (fields: TaskFields, tagIds: readonly number[]) =>
  fields.save(
    "tags",
    [...tagIds].sort((a, b) => a - b),
  );

export function TagsRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const { tags, reads } = useTaskChoices(task);
  const { options, chosen, pick } = useTagArgument(fields);
  const [managing, setManaging] = useState(false);
  const ids = fields.value<readonly number[]>("tags");
  const create = useAction(createTag, { onSuccess: ({ data }) => saveTags(fields, [...ids, data.id]) });
  // The server picks the color that is used least.
  const makeTag = (name: string) => create.mutate({ body: { project_id: task.project_id, name } });
  const chips = ids.flatMap((id) => {
    const tag = tags.find((one) => one.id === id);
    return tag ? [<TagChip key={id} name={tag.name} color={tag.color} boxed />] : [];
  });
  const content = chips.length > 0 ? chips : <span className={classes.none}>{text("field.none")}</span>;
  return (
    <FieldRow label={text("task.tags")} field="tags" fields={fields}>
      {task.can.edit ? (
        <Picker
          multiple
          options={options}
          reads={reads.tags}
          chosen={chosen}
          onPick={pick}
          onCreate={task.can.tag ? makeTag : undefined}
          footer={
            task.can.tag && tags.length > 0
              ? (close) => (
                  <UnstyledButton
                    className={classes.more}
                    onClick={() => {
                      close();
                      setManaging(true);
                    }}
                  >
                    {text("tags.manage")}
                  </UnstyledButton>
                )
              : undefined
          }
          searchLabel={text(task.can.tag ? "task.findOrCreateTag" : "board.filter.findTag")}
        >
          {(button) => (
            <UnstyledButton className={classes.value} {...button}>
              <span className="sr-only">{text("task.tags")}: </span>
              {content}
            </UnstyledButton>
          )}
        </Picker>
      ) : (
        <span className={classes.value}>{content}</span>
      )}
      {managing && <TagManager tags={tags} onClose={() => setManaging(false)} />}
    </FieldRow>
  );
}
