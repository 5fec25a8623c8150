import { Module } from '@nestjs/common';
import { ApprovalsController } from './approvals.controller.js';
import { RunsController } from './runs.controller.js';

/** The HTTP interface for approvers. */
@Module({ controllers: [ApprovalsController, RunsController] })
export class ApprovalsModule {}
