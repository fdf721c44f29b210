import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import type { ZodMiniType } from "zod/mini";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { LinkButton } from "@/ui/LinkButton";
import { toast } from "@/ui/toast";
import type { TenantsAbout } from "./about";
import { TenantHeading } from "./TenantHeading";

interface AddTenantProps<Values extends FieldValues> {
  about: TenantsAbout;
  schema: ZodMiniType<Values, Values>;
  values: DefaultValues<Values>;
  save: (values: Values) => Promise<unknown>;
  /** What is said when it is made. */
  created: string;
  children: ReactNode;
}

/** A new vendor or charity. It stays pending until somebody activates it. */
export function AddTenant<Values extends FieldValues>({
  about,
  schema,
  values,
  save,
  created,
  children,
}: AddTenantProps<Values>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(schema, values);
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.success(created);
      await client.invalidateQueries({ queryKey: about.outdated });
      void navigate(about.places.list);
    },
  });
  return (
    <Page title={about.words.add()}>
      <TenantHeading about={about} title={about.words.add()} />
      <Form
        form={form}
        onSubmit={mutation.mutateAsync}
        submitLabel={m.kit_save()}
        className="tenant-form"
        aside={
          <LinkButton variant="quiet" to={about.places.list}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        {children}
      </Form>
    </Page>
  );
}
