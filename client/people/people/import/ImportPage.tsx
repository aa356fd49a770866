import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { WizardSteps } from "../../../ui/WizardSteps";
import { useFormat, useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useIsPhoneWidth } from "../../../platform/useIsPhoneWidth";
import { PageHead } from "../../../ui/PageHead";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { FormActions } from "../../../ui/form/FormActions";
import { toast } from "../../../ui/toast/toast";
import { refetchEmployees } from "../list/refetch-employees";
import { ImportCheck } from "./ImportCheck";
import { ImportColumns } from "./ImportColumns";
import { ImportFile } from "./ImportFile";
import classes from "./Import.module.css";
import { type ImportResult, useImport } from "./useImport";
import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { Panel } from "../../../ui/Panel";
import { FailedReads } from "../../../ui/states/FailedReads";
import { listImports, undoImport } from "../../../../shared/people/people/people-import.contract";
import { useAction, useEndpoint } from "../../../platform/query";

function useUndoImport(onUndone: () => void) {
  const undo = useAction(undoImport, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      refetchEmployees();
      onUndone();
    },
  });
  return { undo: (id: number) => undo.mutate({ params: { import: id } }), undoing: undo.isPending };
}

export function ImportPage() {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const { number } = useFormat();
  const [step, setStep] = useState(0);
  const [result, setResult] = useState<ImportResult | null>(null);
  const state = useImport((done, message) => {
    if (message) toast.done(message);
    refetchEmployees();
    setResult(done);
  });
  const restart = () => {
    setResult(null);
    setStep(0);
    state.forget();
  };
  const { read, columns, preview } = state;
  const { counts, seats } = preview ?? { counts: null, seats: null };
  const full = seats !== null && seats.free !== null && seats.needed > seats.free;
  const takes = counts !== null && (state.isStale || (counts.new + counts.changed > 0 && !full));
  const ready = [read !== null && !state.reading, columns.includes("email") && !state.undecided, takes][step];
  const forward = () => {
    if (step === 0) setStep(1);
    else if (step === 1) state.check(() => setStep(2));
    else if (state.isStale) state.check();
    else state.start();
  };
  const take = counts && counts.wrong > 0 ? "people.import.takeRight" : "people.import.take";
  const count = counts ? counts.new + counts.changed : 0;
  const actions = result ? (
    <Button component={Link} to={paths.employees} variant="filled">
      {text("title.employees")}
    </Button>
  ) : (
    <>
      <Button component={Link} to={paths.employees} variant="subtle" color="gray">
        {text("action.cancel")}
      </Button>
      {step > 0 && (
        <Button disabled={state.running} onClick={() => setStep(step - 1)}>
          {text("leaving.back")}
        </Button>
      )}
      <Button variant="filled" disabled={!ready} loading={state.checking || state.running} onClick={forward}>
        {step < 2 ? text("leaving.continue") : state.isStale ? text("people.import.checkAgain") : text(take, { count })}
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={text("title.peopleImport")}>{!narrow && actions}</PageHead>
      <WizardSteps
        now={result ? 3 : step}
        steps={[
          { title: text("people.import.step.file"), note: state.file?.name ?? "" },
          {
            title: text("people.import.step.columns"),
            note: read
              ? text("people.import.step.columns.note", {
                  taken: columns.filter(Boolean).length,
                  total: read.columns.length,
                })
              : "",
          },
          {
            title: text("people.import.step.check"),
            note: read ? text("people.import.rows", { count: read.rows }) : "",
          },
        ]}
      />
      <div className={classes.page}>
        {result && <ImportDone result={result} onUndone={restart} />}
        {!result && step === 0 && <ImportFile state={state} />}
        {!result && step === 0 && <RecentImports />}
        {!result && step === 1 && <ImportColumns state={state} />}
        {!result && step === 2 && <ImportCheck state={state} full={full} />}
        {state.running && (
          <div className={classes.progress} role="status">
            {state.progress
              ? text("people.import.progress", { ...state.progress })
              : text("people.import.progress", { done: 0, total: count })}
            <progress
              value={state.progress?.done ?? 0}
              max={state.progress?.total ?? count}
              aria-label={text("title.peopleImport")}
              aria-valuetext={number(state.progress?.done ?? 0)}
            />
          </div>
        )}
      </div>
      {narrow && <FormActions edge>{actions}</FormActions>}
      <DraftGuard dirty={state.file !== null && !result} />
    </>
  );
}

function ImportDone({ result, onUndone }: { result: ImportResult; onUndone: () => void }) {
  const text = useText();
  const { undo, undoing } = useUndoImport(onUndone);
  const { id, created, changed, left_out: leftOut } = result;
  return (
    <Panel padded>
      <div className={classes.file}>
        <p role="status" className={classes.done}>
          <IconCheck size={16} stroke={1.75} aria-hidden />
          <span>{text("people.import.result", { created, changed, leftOut })}</span>
        </p>
        {id !== null && (
          <>
            <p>{text("people.import.undo.why")}</p>
            <Button
              loading={undoing}
              leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
              onClick={() => undo(id)}
            >
              {text("people.import.undo")}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

function RecentImports() {
  const text = useText();
  const { dateTime } = useFormat();
  const recent = useEndpoint(listImports);
  const { undo, undoing } = useUndoImport(() => void recent.refetch());
  const imports = recent.data?.data ?? [];
  if (imports.length === 0) return <FailedReads reads={[recent]} />;
  return (
    <Panel title={text("people.import.recent")}>
      <ul className={classes.recent}>
        {imports.map(({ id, file_name: name, created, changed, created_at: at, by }) => (
          <li key={id}>
            <div className={classes.column}>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small>
                {text("people.import.result", { created, changed, leftOut: 0 })} · {dateTime(at)}
                {by && (
                  <>
                    {" · "}
                    <bdi>{by.fullname}</bdi>
                  </>
                )}
              </small>
            </div>
            <Button
              loading={undoing}
              aria-label={text("people.import.undo.file", { name })}
              leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
              onClick={() => undo(id)}
            >
              {text("action.undo")}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
