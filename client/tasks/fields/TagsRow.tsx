import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { createTag } from "../../../shared/projects/projects.contract";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { TagChip } from "../../ui/signs/TagChip";
import { toneColor } from "../../ui/signs/tones";
import { FieldRow } from "./FieldRow";
import { Picker } from "./Picker";
import { useShownTask } from "../detail/shown-task";
import classes from "../detail/TaskProps.module.css";
import { TagManager } from "./TagManager";
import { useTaskChoices } from "./useTaskChoices";
import type { TaskFields } from "./useTaskFields";

/** Tags of the project; one that isn't there yet is made on the spot. */
export function TagsRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const { tags } = useTaskChoices(task);
  const [managing, setManaging] = useState(false);
  const ids = fields.value<readonly number[]>("tags");
  const save = (wanted: readonly number[]) =>
    fields.save(
      "tags",
      [...wanted].sort((a, b) => a - b),
    );
  const create = useAction(createTag, { onSuccess: ({ data }) => save([...ids, data.id]) });
  // Its colour is the server's choice: the one that the fewest tags have.
  const makeTag = (name: string) => create.mutate({ body: { project_id: task.project_id, name: name.slice(0, 40) } });
  const chips = ids.flatMap((id) => {
    const tag = tags.find((one) => one.id === id);
    return tag ? [<TagChip key={id} name={tag.name} color={tag.color} boxed />] : [];
  });
  const shown = chips.length > 0 ? chips : <span className={classes.none}>{text("field.none")}</span>;
  return (
    <FieldRow label={text("task.tags")} field="tags" fields={fields}>
      {task.can.edit ? (
        <Picker
          multiple
          options={tags.map((tag) => ({
            value: String(tag.id),
            label: tag.name,
            icon: <i className={classes.dot} style={{ background: toneColor(tag.color) }} />,
          }))}
          chosen={ids.map(String)}
          onPick={(value) =>
            save(ids.includes(Number(value)) ? ids.filter((id) => id !== Number(value)) : [...ids, Number(value)])
          }
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
              {shown}
            </UnstyledButton>
          )}
        </Picker>
      ) : (
        <span className={classes.value}>{shown}</span>
      )}
      {managing && <TagManager tags={tags} onClose={() => setManaging(false)} />}
    </FieldRow>
  );
}
