<?php

/*
 * Functions of gearman, AMQP, SSH and FTP that have nothing to wait for: a reason, and the functions.
 */

return [
    'It works on what the object holds.' => '
        gearman_client_return_code gearman_client_error gearman_client_get_errno gearman_client_options gearman_client_set_options
        gearman_client_add_options gearman_client_remove_options gearman_client_timeout gearman_client_set_timeout
        gearman_client_do_job_handle gearman_client_do_status gearman_client_clear_callbacks
        gearman_client_set_workload_callback gearman_client_set_created_callback gearman_client_set_data_callback
        gearman_client_set_warning_callback
        gearman_client_set_status_callback gearman_client_set_complete_callback gearman_client_set_fail_callback
        gearman_client_context gearman_client_set_context gearman_worker_return_code gearman_worker_error gearman_worker_errno
        gearman_worker_options gearman_worker_set_options gearman_worker_add_options gearman_worker_remove_options gearman_worker_timeout
        gearman_worker_set_timeout gearman_worker_set_id gearman_task_return_code gearman_task_function_name gearman_task_unique
        gearman_task_job_handle gearman_task_is_known gearman_task_is_running gearman_task_numerator gearman_task_denominator
        gearman_task_data gearman_task_data_size gearman_job_return_code gearman_job_set_return gearman_job_handle
        gearman_job_function_name gearman_job_unique gearman_job_workload gearman_job_workload_size
        GearmanClient::__construct GearmanClient::__destruct GearmanClient::returnCode GearmanClient::error GearmanClient::getErrno
        GearmanClient::options GearmanClient::setOptions GearmanClient::addOptions GearmanClient::removeOptions GearmanClient::timeout
        GearmanClient::setTimeout GearmanClient::doJobHandle GearmanClient::doStatus GearmanClient::setWorkloadCallback
        GearmanClient::setCreatedCallback GearmanClient::setDataCallback
        GearmanClient::setWarningCallback GearmanClient::setStatusCallback GearmanClient::setCompleteCallback GearmanClient::setFailCallback
        GearmanClient::clearCallbacks GearmanClient::context GearmanClient::setContext GearmanTask::__construct GearmanTask::returnCode
        GearmanTask::functionName GearmanTask::unique GearmanTask::jobHandle GearmanTask::isKnown GearmanTask::isRunning
        GearmanTask::taskNumerator GearmanTask::taskDenominator GearmanTask::data GearmanTask::dataSize GearmanWorker::__construct
        GearmanWorker::__destruct GearmanWorker::returnCode GearmanWorker::error GearmanWorker::getErrno GearmanWorker::options
        GearmanWorker::setOptions GearmanWorker::addOptions GearmanWorker::removeOptions GearmanWorker::timeout
        GearmanWorker::setTimeout GearmanWorker::setId GearmanJob::__destruct GearmanJob::returnCode GearmanJob::setReturn
        GearmanJob::handle GearmanJob::functionName GearmanJob::unique GearmanJob::workload GearmanJob::workloadSize
        AMQPConnection::__construct AMQPConnection::isConnected AMQPConnection::get* AMQPConnection::set* AMQPConnection::isPersistent
        AMQPChannel::isConnected AMQPChannel::get* AMQPChannel::setConfirmCallback AMQPChannel::setReturnCallback
        AMQPQueue::__construct AMQPQueue::getName AMQPQueue::setName AMQPQueue::getFlags AMQPQueue::setFlags AMQPQueue::getArgument
        AMQPQueue::getArguments AMQPQueue::setArgument AMQPQueue::setArguments AMQPQueue::hasArgument AMQPQueue::getChannel
        AMQPQueue::getConnection AMQPQueue::getConsumerTag AMQPExchange::__construct AMQPExchange::get* AMQPExchange::set*
        AMQPExchange::hasArgument ssh2_methods_negotiated ssh2_fingerprint ssh2_fetch_stream ftp_set_option ftp_get_option',
    'It is sent with what is asked next.' => '
        gearman_client_add_task* GearmanClient::addTask* gearman_worker_register gearman_worker_unregister gearman_worker_unregister_all
        gearman_worker_add_function GearmanWorker::register GearmanWorker::unregister GearmanWorker::unregisterAll
        GearmanWorker::addFunction',
    'It sends, and does not wait for an answer.' => '
        gearman_job_send_* GearmanJob::send* AMQPQueue::ack AMQPQueue::nack AMQPQueue::reject AMQPExchange::publish ssh2_disconnect
        ssh2_send_eof',
];
