import {
  emptyDefinition,
  type FormField,
  newChoice,
  newColumn,
  newField,
} from "../../../shared/forms/forms.definition";
import { linesOfField, linesOfForm } from "./translation-lines";

test("a form says its title, and its description where it has one", () => {
  let form = emptyDefinition("Travel");
  const lines = () => linesOfForm(form, (change) => (form = { ...form, ...change }));
  expect(lines().map(({ written }) => written)).toEqual(["Travel"]);
  form = { ...form, description: "Ask first" };
  lines()[0]?.say("de", "Reise");
  lines()[1]?.say("de", "Bitte vorher fragen");
  expect(form.translations).toEqual({ de: { title: "Reise", description: "Bitte vorher fragen" } });
  expect(lines().map(({ said }) => said("de"))).toEqual(["Reise", "Bitte vorher fragen"]);
  expect(lines().map(({ said }) => said("ar"))).toEqual(["", ""]);
});

test("what stands between questions has no help, and a question without one asks for none", () => {
  const linesOf = (field: FormField) => linesOfField(field, () => {}).map(({ written }) => written);
  expect(linesOf({ ...newField("text", "f1"), label: "Why" })).toEqual(["Why"]);
  expect(linesOf({ ...newField("heading", "f1"), label: "Costs", help: "Left from before" })).toEqual(["Costs"]);
});

test("a table says its headings and what one chooses from in them", () => {
  const choices = [
    { ...newChoice("c1"), label: "Train" },
    { ...newChoice("c2"), label: "Flight" },
  ];
  const columns = [
    { ...newColumn("k1"), label: "Days" },
    { ...newColumn("k2"), label: "How", choices },
  ];
  let field: FormField = { ...newField("table", "f1"), label: "Costs", help: "All of them", columns };
  const lines = () => linesOfField(field, (change) => (field = { ...field, ...change }));
  expect(lines().map(({ written }) => written)).toEqual(["Costs", "All of them", "Days", "How", "Train", "Flight"]);
  expect(new Set(lines().map(({ key }) => key)).size).toBe(6);
  lines().forEach(({ written }, at) => lines()[at]?.say("ko", `${written}!`));
  expect(lines().map(({ said }) => said("ko"))).toEqual(lines().map(({ written }) => `${written}!`));
  expect(field.columns[1]?.choices[1]?.translations).toEqual({ ko: "Flight!" });
});
