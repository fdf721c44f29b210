/** The figures of a home by whose rows the list can be narrowed: how the address names each. */
export const figureOf = {
  sales: () => "sales",
  redemptions: () => "redemptions",
  amount: (dollars: number) => `amount.${dollars}`,
  cause: (charityId: string) => `cause.${charityId}`,
  /** The program itself is nobody: what it did is among all redemptions. */
  employee: (personId: string | null) => (personId === null ? "redemptions" : `employee.${personId}`),
};
