// Pages of a resource whose form is declared by its fields.
import { useState } from "react";
import type { Definition } from "./declareResource";
import { fieldsForm } from "./fields";
import { AddPage, EditPage } from "./ResourceFormPages";

export function AddDeclaredPage({ resource }: { resource: Definition }) {
  const [form] = useState(() => fieldsForm(resource));
  return <AddPage resource={resource} form={form} />;
}

export function EditDeclaredPage({ resource }: { resource: Definition }) {
  const [form] = useState(() => fieldsForm(resource));
  return <EditPage resource={resource} form={form} />;
}
