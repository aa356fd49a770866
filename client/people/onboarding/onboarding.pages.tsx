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
import { useEffect, useRef } from "react";
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
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { useKeyboardOrder } from "../../ui/keys/useKeyboardOrder";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { toast } from "../../ui/toast/toast";
import classes from "./onboarding.module.css";
import {
  toTemplateBody,
  newTemplateRow,
  toTemplateRows,
  templateFormSchema,
  type TemplateRow as Row,
} from "./template-form";
import { TemplateRow } from "./TemplateRow";

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

function Template({ template }: { template: OnboardingTemplate }) {
  const text = useText();
  const { number } = useFormat();
  /** Version of the template when the form was opened. A conflict updates it, so that saving again overwrites the other change. */
  const version = useRef(template.version);
  const form = useForm(templateFormSchema, {
    initialValues: { tasks: toTemplateRows(template) },
    onSubmit: async (values) => {
      try {
        const saved = await call(saveOnboardingTemplate, {
          body: { ...toTemplateBody(values), version: version.current },
        });
        version.current = saved.data.version;
        form.reset({ values: { tasks: toTemplateRows(saved.data) } });
        setQuery(queryClient, templateKey, saved, "reply");
        toast.done(saved.message ?? "");
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organization.stale")
          version.current = (error.record as OnboardingTemplate).version;
        throw error;
      }
    },
  });
  const rows = form.values.tasks;
  // Shows another user's saved version immediately if there are no unsaved changes.
  useEffect(() => {
    if (form.dirty || form.sending || template.version === version.current) return;
    version.current = template.version;
    form.reset({ values: { tasks: toTemplateRows(template) } });
  }, [template, form]);
  const setRows = (next: Row[]) => form.setValue("tasks", next);
  const sort = (keys: readonly number[]) => setRows(keys.flatMap((key) => rows.find((row) => row.key === key) ?? []));
  const nameOf = (row: Row) => row.title || text("onboarding.unnamed", { number: number(rows.indexOf(row) + 1) });
  const byKeys = useKeyboardOrder(
    rows.map((row) => ({ id: row.key, name: nameOf(row) })),
    sort,
  );
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const keys = rows.map(({ key }) => key);
    if (over && active.id !== over.id)
      sort(arrayMove(keys, keys.indexOf(Number(active.id)), keys.indexOf(Number(over.id))));
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
