import type { ChangeEvent, ReactNode } from "react";

export interface FormBindings {
  // oxlint-disable-next-line typescript/no-explicit-any -- `any`, because each part names fields of a different form
  field: (name: any) => {
    name: string;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error?: ReactNode;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- `any`, because each part names fields of a different form
  valueProps: <T>(name: any) => { name: string; value: T; onChange: (value: T) => void; error?: ReactNode };
  // oxlint-disable-next-line typescript/no-explicit-any -- `any`, because each part names fields of a different form
  check: (name: any) => {
    name: string;
    checked: boolean;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    error?: ReactNode;
  };
  setValue: (name: string, value: unknown) => void;
}
