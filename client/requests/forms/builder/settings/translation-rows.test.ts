import {
  emptyDefinition,
  type FormField,
  newChoice,
  newColumn,
  newField,
} from "../../../../../shared/requests/forms/forms.definition";
import { fieldTranslationRows, formTranslationRows } from "./translation-rows";

test("a form has translation rows for its title and, if present, its description", () => {
  let form = emptyDefinition("Travel");
  const lines = () => formTranslationRows(form, (change) => (form = { ...form, ...change }));
  expect(lines().map(({ original }) => original)).toEqual(["Travel"]);
  form = { ...form, description: "Ask first" };
  lines()[0]?.setTranslation("de", "Reise");
  lines()[1]?.setTranslation("de", "Bitte vorher fragen");
  expect(form.translations).toEqual({ de: { title: "Reise", description: "Bitte vorher fragen" } });
  expect(lines().map(({ translationIn }) => translationIn("de"))).toEqual(["Reise", "Bitte vorher fragen"]);
  expect(lines().map(({ translationIn }) => translationIn("ar"))).toEqual(["", ""]);
});

test("translation rows omit the help of headings and empty help texts", () => {
  const linesOf = (field: FormField) => fieldTranslationRows(field, () => {}).map(({ original }) => original);
  expect(linesOf({ ...newField("text", "f1"), label: "Why" })).toEqual(["Why"]);
  expect(linesOf({ ...newField("heading", "f1"), label: "Costs", help: "Left from before" })).toEqual(["Costs"]);
});

test("a table has translation rows for its headings and their options", () => {
  const choices = [
    { ...newChoice("c1"), label: "Train" },
    { ...newChoice("c2"), label: "Flight" },
  ];
  const columns = [
    { ...newColumn("k1"), label: "Days" },
    { ...newColumn("k2"), label: "How", choices },
  ];
  let field: FormField = { ...newField("table", "f1"), label: "Costs", help: "All of them", columns };
  const lines = () => fieldTranslationRows(field, (change) => (field = { ...field, ...change }));
  expect(lines().map(({ original }) => original)).toEqual(["Costs", "All of them", "Days", "How", "Train", "Flight"]);
  expect(new Set(lines().map(({ key }) => key)).size).toBe(6);
  lines().forEach(({ original }, at) => lines()[at]?.setTranslation("ko", `${original}!`));
  expect(lines().map(({ translationIn }) => translationIn("ko"))).toEqual(
    lines().map(({ original }) => `${original}!`),
  );
  expect(field.columns[1]?.choices[1]?.translations).toEqual({ ko: "Flight!" });
});
