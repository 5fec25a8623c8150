import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { RemoteToolApproval, RemoteToolApprovalModule } from 'toolgate/remote';
import { WAREHOUSE_SECRET } from './warehouse-secret.js';
import { WarehouseTools } from './warehouse.tools.js';

/** The front door of the desk. */
export const DESK_URL = process.env.DESK_URL || 'http://localhost:3000/approvals';

const SPEC = { tool_approval: { tools: ['write.*'], timeout: '5m', poll_interval: 1 } };

/** An application without a store: the people of the desk decide what is written off. */
@Module({
  imports: [
    ToolgateModule.forRoot({}),
    RemoteToolApprovalModule.forRootAsync({
      useFactory: () =>
        RemoteToolApproval.fromSpec(SPEC, {
          serviceUrl: DESK_URL,
          headers: { authorization: `Bearer ${WAREHOUSE_SECRET}` },
        }),
    }),
  ],
  providers: [WarehouseTools],
})
export class WarehouseModule {}
