import { useLengthError } from "./length";
import classes from "./LengthError.module.css";

/** Error below a field without a label of its own. */
export const FieldError = ({ error }: { error: string | undefined }) =>
  error === undefined ? null : (
    <p className={classes.error} role="status">
      {error}
    </p>
  );

/** Shown below a field while its text is above the limit. */
export const LengthError = ({ typed, max }: { typed: string; max: number }) => (
  <FieldError error={useLengthError()(typed, max)} />
);
