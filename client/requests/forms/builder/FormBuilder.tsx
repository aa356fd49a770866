import { DndContext } from "@dnd-kit/core";
import { Button, Drawer, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { startingAnswers } from "../../../../shared/requests/forms/forms.answers.rules";
import type { FieldKind } from "../../../../shared/requests/forms/forms.definition";
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
import { useFieldDrag } from "./useFieldDrag";
import { useFormBuilder } from "./useFormBuilder";
import flow from "../../../ui/layout/flow.module.css";
import { FailedReads } from "../../../ui/states/FailedReads";

const tabs = ["build", "preview"] as const;
type Tab = (typeof tabs)[number];

const noChoices = { people: [], departments: [], roles: [] };

export function FormBuilder({ form }: { form: FormDetail }) {
  const text = useText();
  const { number } = useFormat();
  const builder = useFormBuilder(form);
  const { definition, change, errors } = builder;
  const choicesQuery = useEndpoint(listFormChoices);
  const choices = choicesQuery.data?.data ?? noChoices;
  const [tab, setTab] = useState<Tab>("build");
  const [selected, setSelected] = useState<string | null>(null);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [tried, setTried] = useState(() => startingAnswers(definition));
  const [announcement, setAnnouncement] = useState("");
  const selectedIndex = definition.fields.findIndex(({ id }) => id === selected);
  const field = definition.fields[selectedIndex];

  const add = (kind: FieldKind, at?: number) => {
    const added = addField(definition, kind, at);
    change(added.definition);
    choose(added.id);
  };
  const choose = (id: string | null) => {
    setSelected(id);
    setPanelOpen(true);
  };
  const { coming, dragContext } = useFieldDrag(definition, {
    onAdd: add,
    onMove: (id, to) => change(moveField(definition, id, to)),
  });
  return (
    <div className={flow.fillColumn}>
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
            onChange={(value) => setTab(value as Tab)}
            data={tabs.map((value) => ({ value, label: text(`forms.${value}`) }))}
          />
        }
      >
        <VersionsInUse form={form} />
        <Button variant="filled" disabled={!form.draft && !builder.unsaved} onClick={() => void builder.publish()}>
          {text("forms.publish")}
        </Button>
      </PageHead>
      <BuilderNotes builder={builder} />
      <FailedReads reads={[choicesQuery]} />
      {tab === "preview" ? (
        <FormPreview definition={definition} answers={tried} choices={choices} onAnswers={setTried} />
      ) : (
        <DndContext {...dragContext}>
          <div className={classes.builder}>
            <BuilderPalette onAdd={(kind) => add(kind, field && selectedIndex + 1)} />
            <div className={classes.canvas}>
              <BuilderCanvas
                definition={definition}
                selected={selected}
                errors={errors}
                coming={coming}
                onChange={change}
                onSelect={choose}
                onSay={setAnnouncement}
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
            <SettingsPanel isOpen={isPanelOpen} onClose={() => setPanelOpen(false)}>
              {field ? (
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
              )}
            </SettingsPanel>
          </div>
        </DndContext>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  );
}

interface SettingsPanelProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Always visible beside the canvas on wide screens; a drawer that opens and closes on narrow ones. */
function SettingsPanel({ isOpen, onClose, children }: SettingsPanelProps) {
  const text = useText();
  const isWide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  if (isWide)
    return (
      <aside className={classes.aside} aria-label={text("forms.settings")}>
        {children}
      </aside>
    );
  return (
    <Drawer
      position="bottom"
      size="80%"
      opened={isOpen}
      onClose={onClose}
      title={text("forms.settings")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {children}
    </Drawer>
  );
}
