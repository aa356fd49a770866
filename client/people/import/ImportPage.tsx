import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Steps } from "../../employment/Steps";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useNarrow } from "../../platform/useNarrow";
import { PageHead } from "../../ui/PageHead";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { FormActions } from "../../ui/form/FormActions";
import { toast } from "../../ui/toast/toast";
import { refreshPeople } from "../list/refresh";
import { ImportCheck } from "./ImportCheck";
import { ImportColumns } from "./ImportColumns";
import { ImportFile } from "./ImportFile";
import classes from "./Import.module.css";
import { useImport } from "./useImport";

/** People out of a file: chosen, its columns named, tried, and taken whole or not at all. */
export function ImportPage() {
  const text = useText();
  const narrow = useNarrow();
  const { number } = useFormat();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [done, setDone] = useState(false);
  const state = useImport((message) => {
    if (message) toast.done(message);
    refreshPeople();
    setDone(true);
  });
  // In an effect: the guard over what isn't taken yet must have seen that it is.
  useEffect(() => {
    if (done) void navigate(paths.employees);
  }, [done, navigate]);
  const { read, columns, preview } = state;
  const { counts, seats } = preview ?? { counts: null, seats: null };
  const full = seats !== null && seats.free !== null && seats.needed > seats.free;
  const takes = counts !== null && counts.wrong === 0 && counts.new + counts.changed > 0 && !full;
  const ready = [read !== null && !state.reading, columns.includes("email"), takes][step];
  const forward = () => {
    if (step === 0) setStep(1);
    else if (step === 1) state.check(() => setStep(2));
    else state.start();
  };
  const count = counts ? counts.new + counts.changed : 0;
  const actions = (
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
        {step < 2 ? text("leaving.continue") : text("people.import.take", { count })}
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={text("title.peopleImport")}>{!narrow && actions}</PageHead>
      <Steps
        now={step}
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
        {step === 0 && <ImportFile state={state} />}
        {step === 1 && <ImportColumns state={state} />}
        {step === 2 && <ImportCheck state={state} full={full} />}
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
      <DraftGuard dirty={state.file !== null && !done} />
    </>
  );
}
