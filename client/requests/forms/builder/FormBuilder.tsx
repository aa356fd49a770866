import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Button, Drawer, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { startingAnswers } from "../../../../shared/requests/forms/forms.answers.rules";
import { type FieldKind, fieldKinds } from "../../../../shared/requests/forms/forms.definition";
import { type FormDetail, listFormChoices } from "../../../../shared/requests/forms/form-templates.contract";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { DraftStatus } from "../../../ui/form/DraftStatus";
import { PageHead } from "../../../ui/PageHead";
import { BackLink } from "../BackLink";
import { BuilderCanvas } from "./BuilderCanvas";
import { BuilderNotes, VersionsInUse } from "./BuilderNotes";
import { BuilderPalette } from "./BuilderPalette";
import settings from "./settings/BuilderSettings.module.css";
import { addField, changeField, moveField } from "./builder.edit";
import { FieldSettings } from "./settings/FieldSettings";
import classes from "./FormBuilder.module.css";
import { FormPreview } from "../FormPreview";
import { FormSettings } from "./settings/FormSettings";
import { StepSettings } from "./settings/StepSettings";
import { useFormBuilder } from "./useFormBuilder";

const mouse = { activationConstraint: { distance: 4 } };
const touch = { activationConstraint: { delay: 180, tolerance: 8 } };
const noChoices = { people: [], departments: [], roles: [] };

const newKind = (id: unknown): FieldKind | null => {
  const [mark, kind] = String(id).split(":");
  return mark === "new" ? (fieldKinds.find((one) => one === kind) ?? null) : null;
};

export function FormBuilder({ form }: { form: FormDetail }) {
  const text = useText();
  const { number } = useFormat();
  const builder = useFormBuilder(form);
  const { definition, change, errors } = builder;
  const choices = useEndpoint(listFormChoices).data?.data ?? noChoices;
  const wide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<"build" | "preview">("build");
  const [selected, setSelected] = useState<string | null>(null);
  const [panel, setPanel] = useState(false);
  const [tried, setTried] = useState(() => startingAnswers(definition));
  const [coming, setComing] = useState<{ kind: FieldKind; at: number } | null>(null);
  const [announcement, setSaid] = useState("");
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const field = definition.fields.find(({ id }) => id === selected) ?? null;

  const placeOf = (over: DragEndEvent["over"]) => {
    const at = definition.fields.findIndex(({ id }) => id === over?.id);
    return at < 0 ? definition.fields.length : at;
  };
  const add = (kind: FieldKind, at?: number) => {
    const added = addField(definition, kind, at);
    change(added.definition);
    choose(added.id);
  };
  const choose = (id: string | null) => {
    setSelected(id);
    setPanel(true);
  };
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const kind = newKind(active.id);
    if (kind) setComing(over ? { kind, at: placeOf(over) } : null);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setComing(null);
    if (!over) return;
    const kind = newKind(active.id);
    if (kind) add(kind, placeOf(over));
    else if (active.id !== over.id && over.id !== "sheet")
      change(moveField(definition, String(active.id), placeOf(over)));
  };
  const panelBody = field ? (
    <FieldSettings
      key={field.id}
      definition={definition}
      field={field}
      choices={choices}
      errors={errors}
      onChange={(to) => change(changeField(definition, field.id, to))}
    />
  ) : (
    <FormSettings definition={definition} choices={choices} errors={errors} onChange={change} />
  );
  const below = definition.fields.findIndex(({ id }) => id === selected);
  return (
    <div className={classes.page}>
      <DraftGuard dirty={builder.unsaved && builder.state.is === "unsaved"} />
      <PageHead
        title={
          <span className={classes.title}>
            <BackLink to={`${paths.forms}?tab=forms`} label={text("forms.toForms")} />
            <bdi>{definition.title || text("forms.untitled")}</bdi>
          </span>
        }
        sub={
          <>
            {text("forms.version", { number: number(form.draft ?? form.published ?? 1) })}{" "}
            <DraftStatus state={builder.state} />
          </>
        }
        tabs={
          <SegmentedControl
            size="sm"
            aria-label={text("forms.mode")}
            value={tab}
            onChange={(value) => setTab(value as "build" | "preview")}
            data={[
              { value: "build", label: text("forms.build") },
              { value: "preview", label: text("forms.preview") },
            ]}
          />
        }
      >
        <VersionsInUse form={form} />
        <Button variant="filled" disabled={!form.draft && !builder.unsaved} onClick={() => void builder.publish()}>
          {text("forms.publish")}
        </Button>
      </PageHead>
      <BuilderNotes builder={builder} />
      {tab === "preview" ? (
        <FormPreview definition={definition} answers={tried} choices={choices} onAnswers={setTried} />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragOver={onDragOver}
          onDragCancel={() => setComing(null)}
          onDragEnd={onDragEnd}
        >
          <div className={classes.builder}>
            <BuilderPalette onAdd={(kind) => add(kind, below < 0 ? undefined : below + 1)} />
            <div className={classes.canvas}>
              <BuilderCanvas
                definition={definition}
                selected={selected}
                errors={errors}
                coming={coming}
                onChange={change}
                onSelect={choose}
                onSay={setSaid}
              />
              {errors.fields && <p className={settings.error}>{errors.fields}</p>}
              <StepSettings
                formId={form.id}
                definition={definition}
                answers={tried}
                choices={choices}
                errors={errors}
                onChange={change}
              />
            </div>
            {wide ? (
              <aside className={classes.aside} aria-label={text("forms.settings")}>
                {panelBody}
              </aside>
            ) : (
              <Drawer
                position="bottom"
                size="80%"
                opened={panel}
                onClose={() => setPanel(false)}
                title={text("forms.settings")}
                closeButtonProps={{ "aria-label": text("action.close") }}
              >
                {panelBody}
              </Drawer>
            )}
          </div>
        </DndContext>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  );
}
