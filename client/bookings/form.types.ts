import type { ChangeEvent, ReactNode } from "react";

/** What parts of the form need of it. */
export interface PartForm {
  // oxlint-disable-next-line typescript/no-explicit-any -- each part names fields that the form has
  field: (name: any) => {
    name: string;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error?: ReactNode;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  choice: <T>(name: any) => { name: string; value: T; onChange: (value: T) => void; error?: ReactNode };
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  check: (name: any) => {
    name: string;
    checked: boolean;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    error?: ReactNode;
  };
  setValue: (name: string, value: unknown) => void;
}
