import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTransform, IconTrash } from "@tabler/icons-react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  type FieldSettings,
  type listProjectFields,
  removeProjectField,
  restoreProjectField,
  sortProjectFields,
} from "../../../shared/work/fields/fields.contract";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { EmptyState } from "../../ui/states/EmptyState";
import { JoinedTexts } from "../../ui/JoinedTexts";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { FieldKindIcon } from "./field-kinds";
import classes from "./fields.module.css";
import tones from "../../ui/layout/tones.module.css";

interface FieldListProps {
  projectId: number;
  fields: readonly FieldSettings[];
  mayEdit: boolean;
  onEdit: (field: FieldSettings) => void;
  onChangeKind: (fieldId: number) => void;
}

/** The fields of a project in their order. */
export function FieldList({ projectId, fields, mayEdit, onEdit, onChangeKind }: FieldListProps) {
  const text = useText();
  const { number } = useFormat();
  const restore = useAction(restoreProjectField);
  const sort = useAction(sortProjectFields);
  const remove = useAction(removeProjectField);
  const removeField = ({ id, title }: FieldSettings) => {
    const params = { id: projectId, field_id: id };
    remove.mutate(
      { params },
      {
        onSuccess: () => toast.undo(text("projectField.removedNow", { title }), () => restore.mutate({ params })),
      },
    );
  };
  const move = (at: number, to: number) => {
    const ids = fields.map(({ id }) => id);
    sort.mutate({ params: { id: projectId }, body: { ids: ids.toSpliced(at, 1).toSpliced(to, 0, ids[at] as number) } });
  };
  if (fields.length === 0) return <EmptyState title={text("projectField.none")} text={text("projectField.none.why")} />;
  return (
    <Panel title={text("title.projectFields")} count={number(fields.length)}>
      <ul className={classes.list}>
        {fields.map((field, at) => (
          <li key={field.id} className={classes.row}>
            <FieldKindIcon kind={field.kind} />
            <span className={classes.name}>
              <bdi className="clip">{field.title}</bdi>
              <FieldFacts field={field} />
            </span>
            {mayEdit && (
              <Menu position="bottom-end" width={208}>
                <Menu.Target>
                  <ActionIcon aria-label={text("projectField.more", { title: field.title })}>
                    <IconDots size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                    onClick={() => onEdit(field)}
                  >
                    {text("action.edit")}
                  </Menu.Item>
                  {field.can.edit && (
                    <Menu.Item
                      leftSection={<IconTransform size={16} stroke={1.75} aria-hidden />}
                      onClick={() => onChangeKind(field.id)}
                    >
                      {text("projectField.changeKind")}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    disabled={at === 0}
                    leftSection={<IconArrowUp size={16} stroke={1.75} aria-hidden />}
                    onClick={() => move(at, at - 1)}
                  >
                    {text("projectField.moveUp")}
                  </Menu.Item>
                  <Menu.Item
                    disabled={at === fields.length - 1}
                    leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
                    onClick={() => move(at, at + 1)}
                  >
                    {text("projectField.moveDown")}
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    color="danger"
                    leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
                    onClick={() => removeField(field)}
                  >
                    {text("projectField.remove")}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Kind, uses and other properties of a field in one line. */
function FieldFacts({ field }: { field: FieldSettings }) {
  const text = useText();
  const { list } = useFormat();
  const { kind, on_card, value_count, other_projects, required_column_ids } = field;
  const facts = [
    text(`projectField.kind.${kind}`),
    text("projectField.valueCount", { count: value_count }),
    on_card ? text("projectField.isOnCard") : null,
    required_column_ids.length > 0 ? text("projectField.isRequired", { count: required_column_ids.length }) : null,
    other_projects.length > 0
      ? text("projectField.sharedWith", { projects: list(other_projects.map(({ title }) => title)) })
      : null,
  ];
  return (
    <small className={tones.quiet}>
      <JoinedTexts texts={facts} />
    </small>
  );
}

type RemovedField = ReplyOf<typeof listProjectFields>["data"]["removed"][number];

interface RemovedFieldsProps {
  heading: MessageId;
  projectId: number;
  removed: readonly RemovedField[];
  mayEdit: boolean;
}

/** The fields in the project's bin, which can be restored with their values. */
export function RemovedFields({ heading, projectId, removed, mayEdit }: RemovedFieldsProps) {
  const text = useText();
  const { day, number } = useFormat();
  const restore = useAction(restoreProjectField, {
    onSuccess: ({ data }) => toast.done(text("projectField.restoredNow", { title: data.title })),
  });
  if (removed.length === 0) return null;
  return (
    <Panel title={text(heading)} count={number(removed.length)}>
      <ul className={classes.list}>
        {removed.map(({ id, title, kind, removed_at, deleted_at, removed_by, value_count }) => (
          <li key={id} className={classes.row}>
            <FieldKindIcon kind={kind} />
            <span className={classes.name}>
              <bdi className="clip">{title}</bdi>
              <small className={tones.quiet}>
                <JoinedTexts
                  texts={[
                    text("projectField.valueCount", { count: value_count }),
                    removed_by
                      ? text("projectField.removedBy", {
                          name: removed_by.fullname,
                          day: day(new Date(removed_at), "medium"),
                        })
                      : day(new Date(removed_at), "medium"),
                    text("projectField.deletedAt", { day: day(new Date(deleted_at), "medium") }),
                  ]}
                />
              </small>
            </span>
            {mayEdit && (
              <Button
                size="xs"
                variant="default"
                aria-label={text("bin.restoreNamed", { title })}
                loading={restore.isPending && restore.variables.params?.field_id === id}
                onClick={() => restore.mutate({ params: { id: projectId, field_id: id } })}
              >
                {text("projectField.restore")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
