import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId } from "../../kernel/fields";
import { currentTaskReply } from "../../work/my-work/my-work.contract";

export const readPersonAnalytics = endpoint({
  method: "GET",
  path: "/user/:id/work",
  summary:
    "Lists up to five visible tasks a user is working on now: the task of the running timer, then tasks in progress.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(currentTaskReply).required()),
});
