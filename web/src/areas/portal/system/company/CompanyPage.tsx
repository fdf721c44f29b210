// Facts about the companies behind the brands, which footers, letters and legal texts show.
import { useMutation, useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { brandName } from "@/lib/brandNames";
import { isSuperAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { Chip } from "@/ui/list/Chip";
import { toast } from "@/ui/overlay/toast";
import { companiesQuery, type BrandCompany, type CompanyFact } from "./queries";
import { companySchema, factNames, facts as declared, type FactName } from "./schema";

const layers: Record<CompanyFact["layer"], () => string> = {
  DEFAULT: m.company_layer_default,
  SCREEN: m.company_layer_screen,
  FILE: m.company_layer_file,
  ENVIRONMENT: m.company_layer_environment,
  FLAG: m.company_layer_flag,
};

const isOfScreen = ({ layer }: CompanyFact) => layer === "DEFAULT" || layer === "SCREEN";

/** Where a value comes from, and whether it is still an example. */
function Origin({ fact: { layer, isExample } }: { fact: CompanyFact }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {isExample && <Chip tone="warning">{m.company_example()}</Chip>}
      {layers[layer]()}
    </span>
  );
}

function FixedFact({ name, fact }: { name: FactName; fact: CompanyFact }) {
  return (
    <div className="grid gap-1">
      <dt className="font-semibold">{declared[name].label()}</dt>
      <dd className="grid gap-1 wrap-anywhere">
        {fact.value}
        <Origin fact={fact} />
      </dd>
    </div>
  );
}

interface CompanyFormProps {
  brand: string;
  values: Partial<Record<FactName, CompanyFact>>;
}

function CompanyForm({ brand, values }: CompanyFormProps) {
  const names = factNames.filter((name) => values[name] !== undefined);
  const defaults = Object.fromEntries(names.map((name) => [name, values[name]?.value ?? ""]));
  const form = useZodForm(companySchema(names), defaults);
  const save = useMutation({
    mutationFn: (facts: Record<string, string>) =>
      call("put", "/api/v1/System/company/{brand}", { path: { brand }, body: facts }),
    onSuccess: (_answer, facts) => {
      form.reset(facts);
      toast.success(m.company_saved());
    },
    meta: { invalidates: ["/System/company", "/System/go-live"] },
  });
  return (
    <Form form={form} onSubmit={save.mutateAsync} submitLabel={m.company_save()} className="mt-4 max-w-form">
      <div className="grid gap-5">
        {names.map((name) => {
          const fact = values[name];
          return (
            <div key={name} className="grid gap-1">
              <FormTextField name={name} label={declared[name].label()} />
              {fact && <Origin fact={fact} />}
            </div>
          );
        })}
      </div>
    </Form>
  );
}

function CompanySection({
  company: { brand, facts },
  isEditor,
}: {
  company: BrandCompany;
  isEditor: boolean;
}) {
  const named = (isWanted: (fact: CompanyFact) => boolean) =>
    Object.fromEntries(facts.filter(isWanted).map((fact) => [fact.name, fact])) as Partial<
      Record<FactName, CompanyFact>
    >;
  const isFixed = (fact: CompanyFact) => !isEditor || !isOfScreen(fact);
  const [fixed, open] = [named(isFixed), named((fact) => !isFixed(fact))];
  return (
    <section className="mt-8 max-w-3xl">
      <h2 className="text-xl">{brandName(brand)}</h2>
      <dl className="mt-4 grid gap-4">
        {factNames.map((name) => {
          const fact = fixed[name];
          return fact && <FixedFact key={name} name={name} fact={fact} />;
        })}
      </dl>
      {Object.keys(open).length > 0 && <CompanyForm brand={brand} values={open} />}
    </section>
  );
}

function Companies({ isEditor }: { isEditor: boolean }) {
  const { data, error, refetch } = useQuery(companiesQuery);
  if (data === undefined && error) return <RetryScene error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonText lines={8} />;
  return data.companies.map((company) => (
    <CompanySection key={company.brand} company={company} isEditor={isEditor} />
  ));
}

/** Shows where each fact comes from. What a file, a variable or a flag sets can't be changed here. */
export function CompanyPage() {
  const isEditor = isSuperAdministrator(useProfile());
  return (
    <Page title={m.company_title()}>
      <BackLink to={adminPaths.system()}>{m.system_title()}</BackLink>
      <PageHeading>{m.company_title()}</PageHeading>
      <p className="mt-2 max-w-3xl text-ink-soft">{m.company_lead()}</p>
      {!isEditor && <p className="mt-2 text-sm text-ink-soft">{m.company_for_super()}</p>}
      <Companies isEditor={isEditor} />
    </Page>
  );
}
