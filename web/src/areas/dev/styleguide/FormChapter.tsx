import { useState } from "react";
import * as z from "zod/mini";
import { errorFromAnswer } from "@/api/error";
import { FormRadioGroup } from "@/shared/form/FormRadioGroup";
import { FormSelect } from "@/shared/form/FormSelect";
import { FormCheckbox, FormTextArea, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Switch } from "@/ui/form/Switch";
import { toast } from "@/ui/overlay/toast";
import { Chapter, Sample } from "./Sample";

const required = (field: string) => z.string().check(z.minLength(1, `${field} field is required.`));

const schema = z.object({
  name: required("Name"),
  region: required("Region"),
  kind: required("Kind"),
  message: z.string(),
  isAgreed: z.boolean().check(z.refine((isAgreed) => isAgreed, "Agree field is required.")),
});

const regions = ["", "Ontario", "Québec"].map((text) => ({ value: text, text: text || "Choose a region" }));
const kinds = ["Shop", "Charity"].map((text) => ({ value: text, text }));

const SAVING_TAKES_MS = 1_500;

/** Simulates a slow server that accepts or refuses the form. */
async function answer(isRefusing: boolean): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SAVING_TAKES_MS));
  if (isRefusing)
    throw errorFromAnswer(400, {
      errorMessage: "Please check the form.",
      fields: { name: "This name is taken." },
    });
  toast.success("Save successfully");
}

export function FormChapter() {
  const [isRefusing, setIsRefusing] = useState(false);
  const form = useZodForm(schema, { name: "", region: "", kind: "", message: "", isAgreed: false });
  return (
    <Chapter title="Form">
      <Sample title="Guarded, disabled while saving, with the server's errors on their fields">
        <Switch
          label="The server refuses"
          checked={isRefusing}
          onChange={() => setIsRefusing(!isRefusing)}
          className="mb-6"
        />
        <Form form={form} onSubmit={() => answer(isRefusing)} submitLabel="Save" className="max-w-form">
          <div className="flex flex-col gap-5">
            <FormTextField name="name" label="Name" />
            <FormSelect name="region" label="Region" choices={regions} />
            <FormRadioGroup name="kind" legend="Kind" choices={kinds} />
            <FormTextArea name="message" label="Message" isOptional />
            <FormCheckbox name="isAgreed" label="I agree" />
          </div>
        </Form>
      </Sample>
    </Chapter>
  );
}
