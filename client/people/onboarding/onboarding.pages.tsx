import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import {
  type OnboardingTemplate,
  readOnboardingTemplate,
  saveOnboardingTemplate,
} from "../../../shared/people/onboarding/onboarding.contract";
import { maxOnboardingTasks } from "../../../shared/people/onboarding/onboarding.schema";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryKeyOf, queryClient, setQuery, useEndpoint } from "../../platform/query";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { useKeyboardOrder } from "../../ui/keys/useKeyboardOrder";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { toast } from "../../ui/toast/toast";
import classes from "./onboarding.module.css";
import {
  mergeTemplates,
  toTemplateBody,
  newTemplateRow,
  toTemplateRows,
  templateFormSchema,
  type TemplateRow as Row,
  type TemplateValues,
} from "./template-form";
import { TemplateChoices, TemplateRow } from "./TemplateRow";

const templateKey = queryKeyOf(readOnboardingTemplate, {}, {});

export function OnboardingPage() {
  const text = useText();
  const query = useEndpoint(readOnboardingTemplate);
  useFollowDirectory(query.data?.data);
  return (
    <>
      <PageHead title={text("title.onboarding")} />
      <div className={classes.page}>
        <p className={classes.why}>{text("onboarding.why")}</p>
        <QueryBoundary query={query} failed={text("onboarding.failed")}>
          {({ data }) => <Template template={data} />}
        </QueryBoundary>
      </div>
    </>
  );
}

const mouse = { activationConstraint: { distance: 4 } };
const touch = { activationConstraint: { delay: 180, tolerance: 8 } };

interface EditedTemplate extends Pick<OnboardingTemplate, "tasks"> {
  /** A hash of the content. Unlike a number, it doesn't show which of two templates is newer. */
  hash: string;
  version?: undefined;
}

const editedTemplateOf = ({ tasks, version: hash }: OnboardingTemplate): EditedTemplate => ({ tasks, hash });
const valuesOf = (template: EditedTemplate): TemplateValues => ({ tasks: toTemplateRows(template) });

function Template({ template }: { template: OnboardingTemplate }) {
  const text = useText();
  const { number } = useFormat();
  const record = useMemo(() => editedTemplateOf(template), [template]);
  const form = useForm<typeof templateFormSchema, TemplateValues>(templateFormSchema, {
    initialValues: valuesOf(record),
    onSubmit: async (values) => {
      try {
        const saved = await call(saveOnboardingTemplate, {
          body: { ...toTemplateBody(values), version: edited.base.hash },
        });
        edited.saved(editedTemplateOf(saved.data));
        setQuery(queryClient, templateKey, saved, "reply");
        toast.done(saved.message ?? "");
      } catch (error) {
        // Saving again overwrites only what the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(editedTemplateOf(error.record as OnboardingTemplate));
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, record, {
    valuesOf,
    contentOf: ({ hash }) => hash,
    merge: mergeTemplates,
  });
  const rows = form.values.tasks;
  const setRows = (next: Row[]) => form.setValue("tasks", next);
  const sort = (keys: readonly string[]) => setRows(keys.flatMap((key) => rows.find((row) => row.key === key) ?? []));
  const nameOf = (row: Row) => row.title || text("onboarding.unnamed", { number: number(rows.indexOf(row) + 1) });
  const byKeys = useKeyboardOrder(
    rows.map((row) => ({ id: row.key, name: nameOf(row) })),
    sort,
  );
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const keys = rows.map(({ key }) => key);
    if (over && active.id !== over.id)
      sort(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
  };
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      disabled={rows.length >= maxOnboardingTasks}
      onClick={() => setRows([...rows, newTemplateRow()])}
    >
      {text("onboarding.add")}
    </Button>
  );
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <ChangedRecordNotice edited={edited} />
      <TemplateChoices />
      <Panel>
        {rows.length === 0 ? (
          <EmptyState title={text("onboarding.none")} text={text("onboarding.none.why")} action={add} />
        ) : (
          <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
            <SortableContext items={rows.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
              <ul className={classes.rows}>
                {byKeys.order.map((key) => {
                  const row = rows.find((one) => one.key === key);
                  return (
                    row && (
                      <TemplateRow
                        key={key}
                        form={form}
                        at={rows.indexOf(row)}
                        row={row}
                        name={nameOf(row)}
                        lifted={byKeys.lifted === key}
                        onHandleKey={(event) => byKeys.onKeyDown(event, { id: key, name: nameOf(row) })}
                        onHandleBlur={byKeys.cancel}
                        onRemove={() => setRows(rows.filter((one) => one !== row))}
                      />
                    )
                  );
                })}
              </ul>
            </SortableContext>
          </DndContext>
        )}
        <span className="sr-only" role="status">
          {byKeys.said}
        </span>
      </Panel>
      <footer className={classes.footer}>
        {rows.length > 0 && add}
        <Button type="submit" variant="filled" loading={form.sending} disabled={!form.dirty}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
