import { createRoute, type z } from '@hono/zod-openapi';
import { idParamSchema } from '../inbox/schemas.js';
import { showsPage, takesForm } from './form.js';

/** Summaries of a section's routes, as the reference shows them. */
export interface SectionSummaries {
  readonly list: string;
  readonly create: string;
  /** Of the answer to the form; default: as `create`. */
  readonly created?: string;
  readonly edit: string;
  readonly delete: string;
}

/**
 * What every section of the dashboard consists of: a list, and a page and a form each to create, edit and delete.
 *
 * @param path Of the list: `/dashboard/clients`.
 */
export function sectionRoutes<Create extends z.ZodType, Edit extends z.ZodType>(
  path: string,
  { createSchema, editSchema, summaries }: { createSchema: Create; editSchema: Edit; summaries: SectionSummaries },
) {
  const one = { request: { params: idParamSchema } };
  const editForm = takesForm(editSchema);
  return {
    list: createRoute({ ...showsPage, method: 'get', path, summary: summaries.list }),
    createPage: createRoute({ ...showsPage, method: 'get', path: `${path}/new`, summary: summaries.create }),
    create: createRoute({ ...takesForm(createSchema), method: 'post', path: `${path}/new`, summary: summaries.created ?? summaries.create }),
    editPage: createRoute({ ...showsPage, ...one, method: 'get', path: `${path}/{id}`, summary: summaries.edit }),
    edit: createRoute({
      ...editForm,
      request: { ...one.request, ...editForm.request },
      method: 'post',
      path: `${path}/{id}`,
      summary: summaries.edit,
    }),
    deletePage: createRoute({ ...showsPage, ...one, method: 'get', path: `${path}/{id}/delete`, summary: `${summaries.delete}?` }),
    delete: createRoute({ ...showsPage, ...one, method: 'post', path: `${path}/{id}/delete`, summary: summaries.delete }),
  };
}
