import { readConfig } from "./config";
import { runDoctor } from "./operations/doctor/doctor";
import { sourceStack } from "./platform/source-stack";

/** `npm run doctor`: checks the configuration and everything that the product depends on, and prints what to do. */
runDoctor(readConfig, (line) => process.stdout.write(`${line}\n`)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${sourceStack(error)}\n`);
    process.exit(1);
  },
);
