import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { FormActions } from "../../ui/form/FormActions";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { WizardSteps } from "../../ui/WizardSteps";
import { invalidateProject } from "../projects/project-actions";
import { recordOpened } from "../projects/recently-opened";
import { ImportAssignments } from "./ImportAssignments";
import { ImportReport } from "./ImportReport";
import { ImportSourceFile } from "./ImportSourceFile";
import classes from "./imports.module.css";
import { ImportUpdateReport } from "./ImportUpdateReport";
import { type BoardImportState, type ImportedProject, type UpdatedProject, useBoardImport } from "./useBoardImport";

/** Imports the board of another program as a new project, or into that of its last import: choose the file, assign people, check, import. */
export function BoardImportPage() {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const [step, setStep] = useState(0);
  const [result, setResult] = useState<ImportedProject | UpdatedProject | null>(null);
  const state = useBoardImport((done, message) => {
    recordOpened({ kind: "board", id: done.project.id });
    invalidateProject(done.project.id);
    toast.done(message);
    setResult(done);
  });
  const actions = result ? (
    <Button component={Link} to={paths.board(result.project.id)} variant="filled">
      {text("projectImport.openBoard")}
    </Button>
  ) : (
    <ImportActions state={state} step={step} onStep={setStep} />
  );
  const { found, preview, updatePreview } = state;
  return (
    <>
      <PageHead title={text("title.projectImport")}>{!narrow && actions}</PageHead>
      <WizardSteps
        now={result ? 3 : step}
        steps={[
          { title: text("projectImport.step.file"), note: state.file?.name ?? "" },
          { title: text("projectImport.step.assign"), note: found ? text(`projectImport.source.${found.source}`) : "" },
          {
            title: text("projectImport.step.check"),
            note: found ? text("projectImport.count.tasks", { count: found.counts.tasks }) : "",
          },
        ]}
      />
      <div className={classes.page}>
        {!result && step === 0 && <ImportSourceFile state={state} />}
        {!result && step === 1 && <ImportAssignments state={state} />}
        {!result && step === 2 && preview && (
          <>
            <Panel title={text("projectImport.willCreate")} padded>
              <p>{text("projectImport.checked")}</p>
            </Panel>
            <ImportReport {...preview} />
          </>
        )}
        {!result && step === 2 && updatePreview && (
          <>
            <Panel title={text("projectImport.willUpdate")} padded>
              <p>{text("projectImport.checked")}</p>
            </Panel>
            <ImportUpdateReport {...updatePreview} />
          </>
        )}
        {result &&
          ("conflicts" in result ? (
            <ImportUpdateReport {...result} />
          ) : (
            <ImportReport counts={result.counts} losses={result.losses} />
          ))}
        {state.isRunning && <ImportProgress state={state} />}
      </div>
      {narrow && <FormActions edge>{actions}</FormActions>}
      <DraftGuard dirty={state.file !== null && !result} />
    </>
  );
}

interface ImportActionsProps {
  state: BoardImportState;
  step: number;
  onStep: (step: number) => void;
}

function ImportActions({ state, step, onStep }: ImportActionsProps) {
  const text = useText();
  const { found, isReading, isChecking, isRunning, title, targetId } = state;
  const isReady =
    step === 0
      ? found !== null && !isReading && (found.counts.tasks > 0 || found.source === "workplace")
      : targetId !== null || title.trim() !== "";
  const forward = () => {
    if (step === 0) onStep(1);
    else if (step === 1) state.check(() => onStep(2));
    else state.start();
  };
  return (
    <>
      <Button component={Link} to={paths.projects} variant="subtle" color="gray">
        {text("action.cancel")}
      </Button>
      {step > 0 && (
        <Button disabled={isChecking || isRunning} onClick={() => onStep(step - 1)}>
          {text("leaving.back")}
        </Button>
      )}
      <Button variant="filled" disabled={!isReady} loading={isChecking || isRunning} onClick={forward}>
        {step === 2
          ? targetId === null
            ? text("projectImport.start", { count: found?.counts.tasks ?? 0 })
            : text("projectImport.update")
          : text(step === 1 ? "projectImport.check" : "leaving.continue")}
      </Button>
    </>
  );
}

function ImportProgress({ state }: { state: BoardImportState }) {
  const text = useText();
  const { number } = useFormat();
  const { done, total } = state.progress ?? { done: 0, total: state.found?.counts.tasks ?? 0 };
  return (
    <div className={classes.progress} role="status">
      {text("projectImport.progress", { done, total })}
      <progress value={done} max={total} aria-label={text("title.projectImport")} aria-valuetext={number(done)} />
    </div>
  );
}
